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
            let middle = null, scale = null;
            /** Shows a part of some scale around a point. */
            function look(x, y, newScale) {
                middle = { x, y };
                scale = Math.min(4, Math.max(.05, newScale));
                const width = drawing.clientWidth / scale, height = drawing.clientHeight / scale;
                drawing.setAttribute("viewBox", `${x - width / 2} ${y - height / 2} ${width} ${height}`);
            }
            const zoom = factor => look(middle.x, middle.y, scale * factor);
            const fit = () => look(whole.x + whole.width / 2, whole.y + whole.height / 2,
                Math.min(1.25, drawing.clientWidth / whole.width, drawing.clientHeight / whole.height));
            /** Everything where its text can be read then, or else the centre; in a window of another size what was looked at. */
            function lay() {
                const readable = .75;
                const height = whole.height * Math.min(1.25, drawing.clientWidth / whole.width);
                drawing.style.height = Math.min(Math.max(220, height), innerHeight * .7) + "px";
                if (scale !== null) return look(middle.x, middle.y, scale);
                fit();
                if (scale < readable) look(centre.x + centre.width / 2, centre.y + nodeHeight / 2, readable);
            }
            const placeOf = node => node.querySelector("rect").getBBox();
            function keepInSight(node) {
                const box = node.querySelector("rect").getBoundingClientRect(), seen = drawing.getBoundingClientRect();
                const inside = box.left >= seen.left && box.right <= seen.right && box.top >= seen.top && box.bottom <= seen.bottom;
                const place = placeOf(node);
                if (!inside) look(place.x + place.width / 2, place.y + place.height / 2, scale);
            }
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
                look(middle.x - (event.clientX - grip.x) / scale, middle.y - (event.clientY - grip.y) / scale, scale);
                grip = { x: event.clientX, y: event.clientY };
            });
            drawing.addEventListener("pointerup", () => { grip = null; });
            /** Lights the edges of a node, and no others. */
            function light(index) {
                for (const edge of drawing.querySelectorAll(".edge"))
                    edge.classList.toggle("active", [edge.dataset.from, edge.dataset.to].includes(index));
            }
            for (const node of drawing.querySelectorAll("a.node[data-index]")) {
                for (const event of ["mouseenter", "focus"]) node.addEventListener(event, () => light(node.dataset.index));
                for (const event of ["mouseleave", "blur"]) node.addEventListener(event, () => light(null));
                node.addEventListener("focus", () => keepInSight(node));
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
