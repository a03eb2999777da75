extension ReportPage {
    /// The script that reads the data and makes elements of it; every text becomes a text node, so that no name is read as
    /// HTML.
    static let elements = #"""
        "use strict";
        const data = JSON.parse(document.getElementById("data").textContent);
        const services = data.services.map((service, index) => ({ ...service, index, needs: [], neededBy: [] }));
        for (const dependency of data.dependencies) {
            services[dependency.from].needs.push(dependency);
            services[dependency.to].neededBy.push(dependency);
        }
        const serviceOfID = new Map(services.map(service => [service.id, service]));

        /** A text with what cannot be seen, or would turn others around, written out. */
        function shown(text) {
            return String(text).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, character =>
                character === "\n" ? "\\n" : "\\u{" + character.codePointAt(0).toString(16) + "}");
        }

        function fill(node, attributes, children) {
            for (const [name, value] of Object.entries(attributes ?? {})) {
                if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
                else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
            }
            node.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined));
            return node;
        }
        const html = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
        const svg = (tag, attributes, ...children) =>
            fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

        const address = service => "#/service/" + encodeURIComponent(service.id);
        const link = service => html("a", { class: "name", href: address(service) }, shown(service.label));
        const listOf = (items, empty) =>
            items.length ? html("ul", {}, items.map(item => html("li", {}, item))) : html("p", { class: "muted" }, empty);
        const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
        const figure = (number, words) => html("li", {}, html("b", {}, number), words);

        function time(nanoseconds) {
            if (nanoseconds < 1e6) return (nanoseconds / 1e3).toFixed(nanoseconds < 1e4 ? 1 : 0) + " µs";
            return nanoseconds < 1e9 ? (nanoseconds / 1e6).toFixed(1) + " ms" : (nanoseconds / 1e9).toFixed(2) + " s";
        }

        function bar(share, kind, label) {
            const inside = html("i");
            inside.style.width = 100 * share + "%";
            return html("span", { class: "bar " + kind, role: "img", "aria-label": label }, inside);
        }

        """#
}
