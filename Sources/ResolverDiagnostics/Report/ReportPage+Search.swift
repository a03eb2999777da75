extension ReportPage {
    /// The list of services: search as you type, by module and by lifetime.
    static let search = #"""
        const search = document.getElementById("search");
        const moduleFilter = document.getElementById("module");
        const lifetimeFilter = document.getElementById("lifetime");
        const haystacks = services.map(service =>
            [service.label, service.type, service.name, service.factory, service.module, service.place, service.lifetime,
                ...service.marks].filter(Boolean).join(" ").toLowerCase());

        function choices(select, all, values) {
            const known = [...new Set(values.filter(Boolean))].sort();
            select.append(html("option", { value: "" }, all), ...known.map(value => html("option", { value }, shown(value))));
        }

        /** What is found, the best first: names that begin with the first word, then names that have it. */
        function found() {
            const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
            const rank = service => {
                const place = words.length ? service.label.toLowerCase().indexOf(words[0]) : 0;
                return place === 0 ? 0 : place > 0 ? 1 : 2;
            };
            return services
                .filter(service => words.every(word => haystacks[service.index].includes(word)))
                .filter(service => !moduleFilter.value || service.module === moduleFilter.value)
                .filter(service => !lifetimeFilter.value || service.lifetime === lifetimeFilter.value)
                .sort((one, other) => rank(one) - rank(other) || one.index - other.index);
        }

        const foundLimit = 200;
        function showFound() {
            const items = found();
            document.getElementById("found").textContent =
                items.length === services.length ? count(services.length, "service")
                    : `${items.length} of ${count(services.length, "service")}`;
            document.getElementById("list").replaceChildren(...items.slice(0, foundLimit).map(service =>
                html("li", {}, html("a", { href: address(service) },
                    html("span", { class: "name" }, shown(service.label)),
                    html("small", {}, [service.lifetime, ...service.marks].filter(Boolean).map(shown).join(", "))))),
                ...(items.length > foundLimit
                    ? [html("li", { class: "muted" }, `and ${items.length - foundLimit} more`)] : []));
            markCurrent();
        }

        /** Marks the service that is shown; the list stays as it is. */
        function markCurrent() {
            for (const link of document.querySelectorAll("#list a")) {
                if (link.getAttribute("href") === location.hash) link.setAttribute("aria-current", "page");
                else link.removeAttribute("aria-current");
            }
        }

        /** Arrows lead from the search through what is found, `/` to the search, Escape empties it. */
        function moveInList(event) {
            const links = [...document.querySelectorAll("#list a")];
            const place = links.indexOf(document.activeElement);
            const next = { ArrowDown: place + 1, ArrowUp: place - 1 }[event.key];
            if (next === undefined || (place < 0 && document.activeElement !== search)) return;
            event.preventDefault();
            (next < 0 ? search : links[Math.min(next, links.length - 1)])?.focus();
        }

        function startSearch() {
            if (!services.length) {
                document.getElementById("services").hidden = true;
                document.querySelector(".columns").style.display = "block";
                return;
            }
            choices(moduleFilter, "All modules", services.map(service => service.module));
            choices(lifetimeFilter, "All lifetimes", services.map(service => service.lifetime));
            for (const control of [search, moduleFilter, lifetimeFilter]) control.addEventListener("input", showFound);
            document.getElementById("services").addEventListener("keydown", moveInList);
            search.addEventListener("keydown", event => {
                if (event.key === "Enter") document.querySelector("#list a")?.click();
                if (event.key !== "Escape") return;
                search.value = "";
                showFound();
            });
            addEventListener("keydown", event => {
                if (event.key !== "/" || /INPUT|SELECT/.test(document.activeElement.tagName)) return;
                event.preventDefault();
                search.focus();
            });
            showFound();
        }

        """#
}
