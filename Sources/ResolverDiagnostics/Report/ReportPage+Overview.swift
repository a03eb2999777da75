extension ReportPage {
    /// The views of the whole program: problems and figures, start-up, and what is left to migrate.
    static let overview = #"""
        function problemText(problem) {
            const about = problem.services.map(index => services[index]);
            return html("section", {},
                about.length ? html("p", {}, about.map(service => [link(service), " "])) : null,
                html("pre", {}, problem.text.split("\n").map(shown).join("\n")));
        }

        const numberCell = value => html("td", { class: "number" }, value);
        const marked = mark => services.filter(service => service.marks.includes(mark));

        function shares(values) {
            const counts = new Map();
            for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
            const rows = [...counts].sort((one, other) => other[1] - one[1]);
            const most = rows.length ? rows[0][1] : 1;
            return html("table", {}, rows.map(([name, number]) => html("tr", {},
                html("td", {}, shown(name)), numberCell(number),
                html("td", {}, bar(number / most, "", `${number} of ${values.length}`)))));
        }

        function overviewPage() {
            const looks = [
                ...marked("missing").map(service => [link(service), " was asked for, and nothing is registered"]),
                ...data.cycles.map(members => [
                    members.map(index => [link(services[index]), " → "]), link(services[members[0]]), ": a cycle"]),
            ];
            const unused = marked("never used");
            const most = [...services].filter(service => service.neededBy.length > 1)
                .sort((one, other) => other.neededBy.length - one.neededBy.length).slice(0, 10);
            return [
                html("h1", {}, data.problems.length ? count(data.problems.length, "problem") : "No problem was found"),
                data.validated === null ? html("p", { class: "muted" }, "Of the graph alone: no validation is in this report.")
                    : html("p", { class: "muted" }, `${count(data.validated, "service")} validated, `
                        + `${data.skipped.length} skipped`),
                data.problems.map(problemText),
                looks.length ? [html("h2", {}, "Worth a look"), listOf(looks)] : null,
                unused.length ? [html("h2", {}, `Never asked for (${unused.length})`), listOf(unused.map(link))] : null,
                data.skipped.length ? [html("h2", {}, "Not validated"), listOf(data.skipped.map(shown))] : null,
                services.length ? [
                    html("h2", {}, "The program"),
                    html("ul", { class: "figures" }, figure(services.length, "services"),
                        figure(data.dependencies.length, "dependencies"),
                        figure(services.filter(service => !service.neededBy.length).length, "roots, which no other needs")),
                    html("div", { class: "lists" },
                        html("div", {}, html("h2", {}, "By lifetime"),
                            shares(services.map(service => service.lifetime ?? "missing"))),
                        html("div", {}, html("h2", {}, "By module"), shares(services.map(service => service.module ?? "none"))),
                        html("div", {}, html("h2", {}, "Needed most"),
                            listOf(most.map(service => [link(service), ` by ${service.neededBy.length}`]),
                                "No service is needed by several others."))),
                ] : null,
            ];
        }

        let slowestFirst = false;
        function startupPage() {
            const rows = data.times.map((entry, order) => ({ ...entry, order }));
            if (slowestFirst) rows.sort((one, other) => other.own - one.own);
            const most = Math.max(1, ...rows.map(row => row.own));
            const all = rows.reduce((sum, row) => sum + row.own, 0);
            const sorting = (label, value) => html("button", { type: "button", "aria-pressed": slowestFirst === value,
                onclick: () => { slowestFirst = value; showAgain(); } }, label);
            return [
                html("h1", {}, "Start-up"),
                html("p", { class: "muted" }, `${count(rows.length, "service")} made for the first time, in ${time(all)}. `
                    + "What a service needs is made before it, and is no part of its own time."),
                html("p", {}, sorting("In order", false), " ", sorting("Slowest first", true)),
                html("table", {},
                    html("tr", {}, ...["#", "service", "own time", "", "with its needs", "made", "own, in all", "thread"]
                        .map((head, column) => html("th", { class: column === 1 || column === 2 ? null : "number" }, head))),
                    rows.map(row => html("tr", {},
                        numberCell(row.order + 1),
                        html("td", {}, row.service === null ? html("span", { class: "name" }, shown(row.label))
                            : link(services[row.service])),
                        html("td", {}, bar(row.own / most, "", time(row.own))),
                        [time(row.own), time(row.total), row.count + "×", time(row.all), row.thread].map(numberCell)))),
            ];
        }

        function migrationPage() {
            const { services: rows, calls } = data.ledger;
            const typed = rows.filter(row => row.typed).length;
            const files = [...new Set([...rows, ...calls].map(row => row.file))].map(file => {
                const own = rows.filter(row => row.file === file);
                const left = own.filter(row => !row.typed);
                return { file, own, left, calls: calls.filter(call => call.file === file) };
            });
            files.sort((one, other) => other.left.length + other.calls.length - one.left.length - one.calls.length
                || (one.file < other.file ? -1 : 1));
            const share = (done, all) => all ? bar(done / all, "share", `${done} of ${all} typed`) : html("span");
            const at = row => html("span", { class: "place muted" }, row.line ? ` line ${row.line}` : "");
            return [
                html("h1", {}, "What is left to migrate"),
                html("ul", { class: "figures" }, figure(`${typed} of ${rows.length}`, "services typed"),
                    figure(calls.length, "calls resolved at run time")),
                share(typed, rows.length),
                html("h2", {}, "By file"),
                files.map(({ file, own, left, calls }) => html("details", {},
                    html("summary", {}, html("span", { class: "name place" }, shown(file || "no known file")),
                        share(own.length - left.length, own.length),
                        html("span", {}, own.length ? `${own.length - left.length} of ${own.length} typed` : "",
                            own.length && calls.length ? ", " : "", calls.length ? count(calls.length, "call") : "")),
                    left.length ? [html("p", { class: "muted" }, "Registered without a typed factory"),
                        listOf(left.map(row => [html("span", { class: "name" }, shown(row.label)), at(row)]))] : null,
                    calls.length ? [html("p", { class: "muted" }, "Resolved at run time"),
                        listOf(calls.map(call => [html("span", { class: "name" }, shown(call.label)),
                            ` ${call.count}×`, at(call)]))] : null,
                    left.length || calls.length ? null : html("p", { class: "muted" }, "Nothing is left here."))),
            ];
        }

        """#
}
