extension ReportPage {
    /// The picture around a service: on the left the services that need it, on the right those that it needs.
    static let picture = #"""
        const nodeHeight = 42, rowGap = 14, columnGap = 80, columnLimit = 12;
        let depth = 2;
        /** The columns whose rest is shown, too; forgotten when another service is. */
        let wholeColumns = new Set(), pictured = null;

        /** How much a service deserves one of the places of a column: what is wrong, then what is needed most. */
        const weight = service => (isBad(service) ? 1e6 : 0) + service.neededBy.length + service.needs.length;
        const isBad = service => service.marks.includes("missing") || service.marks.includes("in a cycle");

        /** The columns by their distance from a service: negative to those that need it. Each has its nodes and how many are left out. */
        function columnsAround(service) {
            const columns = new Map([[0, { nodes: [service], rest: 0 }]]);
            const placed = new Set([service.index]);
            for (const [direction, dependencies, end] of [[1, "needs", "to"], [-1, "neededBy", "from"]]) {
                let border = [service];
                for (let distance = 1; distance <= depth; distance++) {
                    const next = [...new Set(border.flatMap(node => node[dependencies].map(dependency => dependency[end])))]
                        .filter(index => !placed.has(index)).map(index => services[index]);
                    if (!next.length) break;
                    next.sort((one, other) => weight(other) - weight(one) || one.index - other.index);
                    const column = direction * distance;
                    const limit = wholeColumns.has(column) || next.length <= columnLimit + 1 ? next.length : columnLimit;
                    border = next.slice(0, limit);
                    for (const node of border) placed.add(node.index);
                    columns.set(column, { nodes: border, rest: next.length - limit });
                }
            }
            return columns;
        }

        /** Puts the nodes of each column beside those of the column before that they are connected with. */
        function arrange(columns) {
            const rows = new Map([[columns.get(0).nodes[0].index, 0]]);
            const order = [...columns.keys()].filter(column => column).sort((one, other) => Math.abs(one) - Math.abs(other));
            for (const column of order) {
                const entry = columns.get(column);
                const mean = node => {
                    const near = [...node.needs.map(d => d.to), ...node.neededBy.map(d => d.from)].filter(index => rows.has(index));
                    return near.reduce((sum, index) => sum + rows.get(index), 0) / (near.length || 1);
                };
                const means = new Map(entry.nodes.map(node => [node, mean(node)]));
                entry.nodes.sort((one, other) => means.get(one) - means.get(other) || one.index - other.index);
                const size = entry.nodes.length + (entry.rest ? 1 : 0);
                entry.nodes.forEach((node, row) => rows.set(node.index, row - (size - 1) / 2));
                entry.restRow = (size - 1) / 2;
            }
            return rows;
        }

        /** A text of 30 characters at the most; by characters, as a string's own parts may be half of one. */
        function short(text) {
            const characters = [...text];
            return characters.length > 30 ? characters.slice(0, 29).join("") + "…" : text;
        }
        /** Lifetime and marks; where several services have that name, the file, too. */
        const smallText = service => shown([service.lifetime, ...service.marks.filter(mark => mark !== "single use"),
            service.short === service.label ? null : service.place?.split("/").pop()].filter(Boolean).join(", "));

        const fromTheLeft = columns => [...columns].sort((one, other) => one[0] - other[0]);

        const pen = document.createElement("canvas").getContext("2d");
        function textWidth(text, size) {
            pen.font = size + "px system-ui, sans-serif";
            return pen.measureText(text).width;
        }

        /** Where each column begins and how wide it is: as wide as its longest text. */
        function lanes(columns) {
            const width = ({ nodes }) => Math.max(100, ...nodes.map(node =>
                30 + Math.max(textWidth(short(shown(node.short)), 13), textWidth(smallText(node), 11))));
            const lanes = new Map();
            let x = 0;
            for (const [column, entry] of fromTheLeft(columns)) {
                lanes.set(column, { x, width: width(entry) });
                x += lanes.get(column).width + columnGap;
            }
            return lanes;
        }

        function nodeBox(service, { x, y, width }, isCentre) {
            const kinds = ["node", isCentre ? "centre" : "", isBad(service) ? "bad" : "",
                service.marks.includes("never used") ? "unused" : ""].filter(Boolean).join(" ");
            return svg("a", { class: kinds, href: address(service), "data-index": service.index,
                    "aria-label": [shown(service.label), smallText(service)].filter(Boolean).join(", ") },
                svg("title", {}, shown(`${service.type}${service.name ? ` "${service.name}"` : ""}`)),
                svg("rect", { x, y, width, height: nodeHeight, rx: service.kept ? 20 : 4 }),
                svg("text", { x: x + 14, y: y + 18 }, short(shown(service.short))),
                svg("text", { x: x + 14, y: y + 33, class: "small" }, smallText(service)));
        }

        function restBox(column, entry, { x, y, width }) {
            const open = () => {
                const drawn = () => [...main.querySelectorAll("a.node[data-index]")];
                const before = new Set(drawn().map(node => node.dataset.index));
                wholeColumns.add(column);
                show();
                drawn().find(node => !before.has(node.dataset.index))?.focus({ preventScroll: true });
            };
            return svg("a", { class: "node rest", role: "button", tabindex: 0, onclick: open,
                    onkeydown: event => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(); } } },
                svg("rect", { x, y, width, height: nodeHeight, rx: 4, "stroke-dasharray": "2 3" }),
                svg("text", { x: x + 14, y: y + 26 }, `${entry.rest} more …`));
        }

        /** The curve of a dependency; one that leads back, or to its own column, goes around. */
        function curve(from, to) {
            const start = { x: from.x + from.width, y: from.y + nodeHeight / 2 };
            const end = { x: to.x - 4, y: to.y + nodeHeight / 2 };
            if (to.x > from.x) {
                const bend = (end.x - start.x) / 2;
                return `M${start.x} ${start.y} C${start.x + bend} ${start.y} ${end.x - bend} ${end.y} ${end.x} ${end.y}`;
            }
            if (to.x === from.x) {
                end.x = to.x + to.width + 4;
                return `M${start.x} ${start.y} C${start.x + 46} ${start.y} ${end.x + 42} ${end.y} ${end.x} ${end.y}`;
            }
            const below = Math.max(start.y, end.y) + nodeHeight;
            return `M${start.x} ${start.y} C${start.x + 60} ${below} ${end.x - 60} ${below} ${end.x} ${end.y}`;
        }

        function neighbourhood(service) {
            if (pictured !== service) wholeColumns = new Set();
            pictured = service;
            const columns = columnsAround(service);
            const rows = arrange(columns);
            const lane = lanes(columns);
            const places = new Map();
            const placed = (key, column, row) => {
                const place = { ...lane.get(column), y: row * (nodeHeight + rowGap) };
                places.set(key, place);
                return place;
            };
            const boxes = fromTheLeft(columns).flatMap(([column, { nodes }]) => nodes.map(node =>
                nodeBox(node, placed(node.index, column, rows.get(node.index)), node === service)));
            const restBoxes = [...columns].filter(([, entry]) => entry.rest).map(([column, entry]) =>
                restBox(column, entry, placed("rest" + column, column, entry.restRow)));
            const edges = data.dependencies.filter(edge => places.has(edge.from) && places.has(edge.to)).map(edge => {
                const far = edge.from !== service.index && edge.to !== service.index ? "far" : "";
                return svg("path", { class: ["edge", far, ...edge.marks].filter(Boolean).join(" "), "data-from": edge.from,
                    "data-to": edge.to, d: curve(places.get(edge.from), places.get(edge.to)), "marker-end": "url(#head)" },
                    svg("title", {}, shown(`${services[edge.from].label} needs ${services[edge.to].label}`
                        + edge.marks.map(mark => ", " + mark).join(""))));
            });
            const head = svg("defs", {}, svg("marker", { "id": "head", viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 8,
                markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" }, svg("path", { class: "head", d: "M0 0L8 4L0 8z" })));
            const drawing = svg("svg", { role: "group", "aria-label": `What is around ${shown(service.label)}` }, head, edges, boxes, restBoxes);
            return pictureWith(drawing, [...places.values()], places.get(service.index));
        }

        """#
}
