extension ReportPage {
    /// The script that chooses the view from the address behind `#`, and does the theme and printing.
    static let views = #"""
        const main = document.getElementById("main");
        const views = [
            { path: "#/", name: data.problems.length ? `Problems (${data.problems.length})` : "Overview", page: overviewPage },
            data.times.length ? { path: "#/startup", name: "Start-up", page: startupPage } : null,
            data.ledger ? { path: "#/migration", name: "Migration", page: migrationPage } : null,
        ].filter(Boolean);

        /** What waits until the page's elements have sizes, and what a picture does before it is printed. */
        let waiting = [], beforePrint = () => {};
        const atLayout = action => waiting.push(action);

        function serviceInAddress() {
            const match = /^#\/service\/(.*)$/.exec(location.hash);
            try {
                return match && serviceOfID.get(decodeURIComponent(match[1]));
            } catch {
                return null;
            }
        }

        function show() {
            const service = serviceInAddress();
            const view = views.find(view => view.path === location.hash) ?? views[0];
            beforePrint = () => {};
            waiting = [];
            main.replaceChildren(...(service ? servicePage(service) : view.page()).flat(Infinity).filter(Boolean));
            document.title = (service ? shown(service.label) + " – " : "") + shown(data.title);
            document.getElementById("views").replaceChildren(...views.map(other =>
                html("a", { href: other.path, "aria-current": !service && other === view ? "page" : null }, other.name)));
            markCurrent();
            for (const action of waiting) action();
        }

        /** Shows the same view anew, with the focus on the button that it had. */
        function showAgain() {
            const place = [...main.querySelectorAll("button")].indexOf(document.activeElement);
            show();
            main.querySelectorAll("button")[place]?.focus({ preventScroll: true });
        }

        addEventListener("hashchange", () => {
            show();
            main.focus({ preventScroll: true });
            scrollTo(0, 0);
        });
        addEventListener("resize", () => { for (const action of waiting) action(); });
        let openedToPrint = [];
        addEventListener("beforeprint", () => {
            beforePrint();
            openedToPrint = [...document.querySelectorAll("details:not([open])")];
            for (const details of openedToPrint) {
                details.open = true;
                // The browser's own event comes when the page is printed.
                details.dispatchEvent(new Event("toggle"));
            }
        });
        addEventListener("afterprint", () => { for (const details of openedToPrint) details.open = false; });

        const themes = ["system", "light", "dark"];
        const theme = document.getElementById("theme");
        theme.addEventListener("click", () => {
            const next = themes[(themes.findIndex(name => theme.textContent.endsWith(name)) + 1) % themes.length];
            document.documentElement.style.colorScheme = next === "system" ? "" : next;
            theme.textContent = "Theme: " + next;
        });

        startSearch();
        show();

        """#
}
