extension ReportPage {
    /// The controls of a picture: zoom, pan, and moving between services with keys.
    static let pictureView = #"""
        /** The drawing with its tools: how far it reaches, zoom by buttons and keys, pan by dragging. */
        function pictureWith(drawing, places, centre) {
            const margin = 24;
            const left = Math.min(...places.map(place => place.x)) - margin, top = Math.min(...places.map(place => place.y)) - margin;
            const whole = { x: left, y: top,
                width: Math.max(...places.map(place => place.x + place.width)) + margin - left,
                height: Math.max(...places.map(place => place.y)) + nodeHeight + margin - top };
            let view = { ...whole }, shownScale = null;
            const apply = () => drawing.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
            const scale = () => drawing.clientWidth / view.width;
            /** Shows a part of some scale around a point. */
            function look(x, y, newScale) {
                shownScale = Math.min(4, Math.max(.05, newScale));
                view.width = drawing.clientWidth / shownScale;
                view.height = drawing.clientHeight / shownScale;
                view.x = x - view.width / 2;
                view.y = y - view.height / 2;
                apply();
            }
            const zoom = factor => look(view.x + view.width / 2, view.y + view.height / 2, scale() * factor);
            const fit = () => look(whole.x + whole.width / 2, whole.y + whole.height / 2,
                Math.min(1.25, drawing.clientWidth / whole.width, drawing.clientHeight / whole.height));
            /** Everything where its text can be read then, or else the centre; in a window of another size what was looked at. */
            function lay() {
                const readable = .75;
                const middle = { x: view.x + view.width / 2, y: view.y + view.height / 2 };
                const width = drawing.clientWidth;
                const height = Math.min(Math.max(220, whole.height * Math.min(1.25, width / whole.width)), innerHeight * .7);
                drawing.style.height = height + "px";
                if (shownScale !== null) return look(middle.x, middle.y, shownScale);
                fit();
                if (shownScale < readable) look(centre.x + centre.width / 2, centre.y + nodeHeight / 2, readable);
            }
            const keepInSight = place => {
                const inside = place.x >= view.x && place.x + place.width <= view.x + view.width && place.y >= view.y
                    && place.y + nodeHeight <= view.y + view.height;
                if (!inside) look(place.x + place.width / 2, place.y + nodeHeight / 2, scale());
            };
            const placeOf = node => node.querySelector("rect").getBBox();
            /** Moves the focus to the nearest node in a direction. */
            function move(dx, dy) {
                const current = document.activeElement.closest?.(".node") ?? drawing.querySelector(".centre");
                const from = placeOf(current);
                const ahead = [...drawing.querySelectorAll(".node")].map(node => ({ node, place: placeOf(node) }))
                    .map(({ node, place }) => ({ node, along: (place.x - from.x) * dx + (place.y - from.y) * dy,
                        across: Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx) }))
                    .filter(candidate => candidate.along > 1).sort((one, other) => one.along + 2 * one.across - other.along - 2 * other.across);
                ahead[0]?.node.focus();
            }
            const keys = { "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(.8), 0: fit, ArrowLeft: () => move(-1, 0),
                ArrowRight: () => move(1, 0), ArrowUp: () => move(0, -1), ArrowDown: () => move(0, 1) };
            drawing.addEventListener("keydown", event => {
                if (event.ctrlKey || event.metaKey || !keys[event.key]) return;
                event.preventDefault();
                keys[event.key]();
            });
            drawing.addEventListener("wheel", event => {
                if (!event.ctrlKey && !event.metaKey) return;
                event.preventDefault();
                zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1);
            }, { passive: false });
            let grip = null;
            drawing.addEventListener("pointerdown", event => {
                if (!event.target.closest(".node")) { grip = { x: event.clientX, y: event.clientY }; drawing.setPointerCapture(event.pointerId); }
            });
            drawing.addEventListener("pointermove", event => {
                if (!grip) return;
                view.x -= (event.clientX - grip.x) / scale();
                view.y -= (event.clientY - grip.y) / scale();
                grip = { x: event.clientX, y: event.clientY };
                apply();
            });
            drawing.addEventListener("pointerup", () => { grip = null; });
            for (const node of drawing.querySelectorAll("a.node[data-index]")) {
                const touch = isActive => {
                    for (const edge of drawing.querySelectorAll(".edge")) {
                        const ends = [edge.dataset.from, edge.dataset.to];
                        edge.classList.toggle("active", isActive && ends.includes(node.dataset.index));
                    }
                };
                node.addEventListener("mouseenter", () => touch(true));
                node.addEventListener("mouseleave", () => touch(false));
                node.addEventListener("focus", () => { touch(true); keepInSight(placeOf(node)); });
                node.addEventListener("blur", () => touch(false));
            }
            const button = (label, title, act) => html("button", { type: "button", title, onclick: act }, label);
            const reach = [1, 2, 3, 4].map(value => html("button", { type: "button", "aria-pressed": depth === value,
                onclick: () => { depth = value; wholeColumns = new Set(); showAgain(); } }, value));
            atLayout(lay);
            beforePrint = fit;
            return html("div", { class: "picture" },
                html("div", { class: "tools" }, "Steps", reach, button("−", "Smaller (-)", () => zoom(.8)),
                    button("+", "Larger (+)", () => zoom(1.25)), button("Fit", "Everything (0)", fit),
                    html("span", { class: "muted" }, "rounded: kept · dashed: lazy · thick: captive · Tab, arrows, Enter, + − 0")),
                drawing);
        }

        """#
}
