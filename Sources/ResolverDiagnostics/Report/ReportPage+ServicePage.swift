extension ReportPage {
    /// The page of one service: facts, picture, the services that it needs, those that need it, and the chains to the roots.
    static let servicePage = #"""
        /** The shortest chain from each root to a service, the shortest chains first. */
        function chainsToRoots(service) {
            const next = new Map([[service.index, null]]);
            const queue = [service.index];
            const roots = [];
            for (let place = 0; place < queue.length; place++) {
                const callers = services[queue[place]].neededBy.map(dependency => dependency.from)
                    .filter(index => index !== queue[place]);
                if (!callers.length) roots.push(queue[place]);
                for (const caller of callers) {
                    if (next.has(caller)) continue;
                    next.set(caller, queue[place]);
                    queue.push(caller);
                }
            }
            return roots.map(root => {
                const chain = [];
                for (let index = root; index !== null; index = next.get(index)) chain.push(services[index]);
                return chain;
            });
        }

        function rootsSection(service) {
            const chains = chainsToRoots(service);
            const text = chain => html("p", { class: "chain" },
                chain.map((member, place) => [place ? " → " : null, link(member)]));
            const nobody = service.neededBy.length ? "Only services of a cycle need it."
                : service.marks.includes("never used") ? "Nobody asked for it." : "It is a root: no other service needs it.";
            const few = 5;
            const rest = html("details", {
                ontoggle: () => { if (rest.children.length === 1) rest.append(...chains.slice(few).map(text)); }
            }, html("summary", {}, `${chains.length - few} more`));
            return html("section", { "id": "roots" }, html("h2", {}, "Chains to the roots"),
                !chains.length || chains[0].length === 1 ? html("p", { class: "muted" }, nobody)
                    : chains.slice(0, few).map(text),
                chains.length > few ? rest : null);
        }

        function dependencyList(dependencies, end, empty) {
            return listOf(dependencies.map(dependency => [link(services[dependency[end]]),
                dependency.marks.map(mark => html("span",
                    { class: mark === "captive" ? "mark bad" : "mark" }, " " + mark))]), empty);
        }

        function facts(service) {
            const rows = [
                ["Type", service.type], ["Name", service.name], ["Typed factory", service.factory],
                ["Lifetime", service.lifetime], ["Declared", service.place], ["Module", service.module],
                ["Made", service.made === null ? null : `${service.made}×, ${time(service.own)} in all`
                    + (service.made > 1 ? `, ${time(service.own / service.made)} each` : "") + ", without what it needs"],
                ["Asked for", service.uses === null ? null : `${service.uses}×`],
                ["Worth a look", service.marks.join(", ") || null],
            ];
            return html("dl", {}, rows.filter(row => row[1] !== null).map(([name, value]) =>
                [html("dt", {}, name), html("dd", { class: "name" }, shown(value))]));
        }

        function servicePage(service) {
            const problems = data.problems.filter(problem => problem.services.includes(service.index));
            return [
                html("h1", {}, shown(service.label)),
                facts(service),
                problems.length ? [html("h2", {}, "Problems"), problems.map(problemText)] : null,
                html("h2", {}, "Neighbourhood"),
                neighbourhood(service),
                html("div", { class: "lists" },
                    html("section", { "id": "neededBy" }, html("h2", {}, `Needed by (${service.neededBy.length})`),
                        dependencyList(service.neededBy, "from", "No other service needs it.")),
                    html("section", { "id": "needs" }, html("h2", {}, `Needs (${service.needs.length})`),
                        dependencyList(service.needs, "to", "It needs no other service."))),
                rootsSection(service),
            ];
        }

        """#
}
