/// The HTML of a wiring report, which its script fills from the data.
enum ReportPage {
    static func html(title: String, data: String) -> String {
        // The policy allows the page's own style and script, and no request to elsewhere.
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta http-equiv="Content-Security-Policy"
            content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; form-action 'none'; base-uri 'none'">
        <link rel="icon" href="data:,">
        <title>\(escaped(title))</title>
        <style>
        \(style)
        </style>
        </head>
        <body>
        <header>
        <a class="title" href="#/">\(escaped(title))</a>
        <nav id="views" aria-label="Views"></nav>
        <button id="theme" type="button">Theme: system</button>
        </header>
        <div class="columns">
        <aside id="services" aria-label="Services">
        <label for="search">Search services <kbd>/</kbd></label>
        <input id="search" type="search" autocomplete="off" spellcheck="false" aria-controls="list"
            placeholder="name, module, file, lifetime">
        <div class="filters">
        <select id="module" aria-label="Module"></select>
        <select id="lifetime" aria-label="Lifetime"></select>
        </div>
        <p id="found" role="status"></p>
        <ul id="list"></ul>
        </aside>
        <main id="main" tabindex="-1"></main>
        </div>
        <noscript>This page shows its data with a script of its own, which is switched off.</noscript>
        <script type="application/json" id="data">\(data)</script>
        <script>
        \(script)
        </script>
        </body>
        </html>

        """
    }

    /// The page's script, from the parts in the other files.
    private static var script: String {
        [elements, search, overview, servicePage, picture, pictureView, views].joined()
    }

    private static func escaped(_ text: String) -> String {
        text.escaped {
            switch $0 {
            case "<": "&lt;"
            case ">": "&gt;"
            case "&": "&amp;"
            case "\"": "&quot;"
            default: nil
            }
        }
    }
}
