extension ReportPage {
    static let style = #"""
        :root {
            color-scheme: light dark;
            --page: light-dark(#ffffff, #14171c);
            --panel: light-dark(#f4f6f8, #1c2128);
            --node: light-dark(#ffffff, #232a33);
            --line: light-dark(#c9d1d9, #3d4650);
            --text: light-dark(#1c2229, #e4e9ef);
            --muted: light-dark(#515b66, #a7b1bc);
            --link: light-dark(#0b57a8, #7cbcff);
            --bad: light-dark(#a8201a, #ff938a);
            --warn: light-dark(#8a4b00, #f0b45f);
            --good: light-dark(#1d6b34, #6fd08c);
            --edge: light-dark(#7d8894, #76818d);
            --strong: light-dark(#e8f1fb, #1d3349);
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
        a { color: var(--link); text-decoration: none; }
        a:hover { text-decoration: underline; }
        :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
        h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; unicode-bidi: isolate; }
        h2 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
        p { margin: .25rem 0; }
        pre, .place { font: .87em/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
        pre { background: var(--panel); border-left: 3px solid var(--bad); padding: .6rem .8rem; margin: .5rem 0;
            overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
        kbd { font: .8em ui-monospace, monospace; border: 1px solid var(--line); border-radius: 3px; padding: 0 .3em; }
        button, select, input { font: inherit; color: var(--text); background: var(--node);
            border: 1px solid var(--line); border-radius: 6px; padding: .25rem .6rem; }
        button { cursor: pointer; }
        button[aria-pressed="true"] { background: var(--strong); border-color: var(--link); }
        ::placeholder { color: var(--muted); opacity: 1; }
        .muted { color: var(--muted); }
        .name { unicode-bidi: isolate; overflow-wrap: anywhere; }
        .mark { color: var(--warn); }
        .mark.bad { color: var(--bad); }

        header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.25rem; padding: .6rem 1.25rem;
            background: var(--panel); border-bottom: 1px solid var(--line); }
        header .title { font-weight: 650; color: var(--text); overflow-wrap: anywhere; }
        header nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; flex: 1; }
        header nav a[aria-current] { color: var(--text); font-weight: 600; border-bottom: 2px solid var(--link); }
        .columns { display: grid; grid-template-columns: minmax(15rem, 21rem) minmax(0, 1fr); align-items: start; }
        aside { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 1rem 1.25rem;
            border-right: 1px solid var(--line); min-height: calc(100vh - 3.2rem); }
        aside input { width: 100%; margin: .25rem 0 .5rem; }
        .filters { display: flex; gap: .5rem; }
        .filters select { flex: 1; min-width: 0; }
        #found { color: var(--muted); font-size: .87rem; margin: .5rem 0; }
        aside ul { list-style: none; margin: 0; padding: 0; }
        aside li a { display: block; padding: .2rem .5rem; margin: 0 -.5rem; border-radius: 6px; color: var(--text);
            overflow-wrap: anywhere; }
        aside li a small { color: var(--muted); display: block; }
        aside li a:hover, aside li a[aria-current] { background: var(--strong); text-decoration: none; }
        main { padding: 1.25rem 1.75rem 4rem; outline: none; min-width: 0; overflow-x: auto; }
        main > ul, .lists ul { padding-left: 1.1rem; margin: .25rem 0; }

        dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1.25rem; margin: .75rem 0; }
        dt { color: var(--muted); }
        dd { margin: 0; overflow-wrap: anywhere; }
        .figures { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: .75rem 0; padding: 0; list-style: none; }
        .figures b { display: block; font-size: 1.5rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
        .lists { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 0 2rem; }
        .chain { margin: .3rem 0; }
        table { border-collapse: collapse; width: 100%; margin: .75rem 0; }
        th { text-align: left; color: var(--muted); font-weight: 500; }
        th, td { padding: .25rem 1rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
        td.number, th.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
        td .name { display: inline-block; min-width: 11rem; }
        .bar { display: block; min-width: 6rem; height: .7rem; margin-top: .4rem; background: var(--line);
            border-radius: 3px; overflow: hidden; }
        .bar > i { display: block; height: 100%; background: var(--link); }
        .bar.share > i { background: var(--good); }
        details { border-bottom: 1px solid var(--line); padding: .4rem 0; }
        summary { display: grid; grid-template-columns: minmax(0, 1fr) 8rem 11rem; gap: 1rem;
            cursor: pointer; }

        .picture { border: 1px solid var(--line); border-radius: 8px; background: var(--panel); margin: .5rem 0; }
        .tools { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem; padding: .5rem;
            border-bottom: 1px solid var(--line); }
        .tools .muted { margin-left: auto; font-size: .87rem; }
        .picture svg { display: block; width: 100%; cursor: grab; touch-action: none; }
        .picture text { font: 13px system-ui, sans-serif; fill: var(--text); }
        .picture text.small { font-size: 11px; fill: var(--muted); }
        .node rect { fill: var(--node); stroke: var(--edge); }
        .node.centre rect { fill: var(--strong); stroke: var(--link); stroke-width: 2.5; }
        .node.bad rect { stroke: var(--bad); stroke-width: 2.5; }
        .node.unused rect { stroke-dasharray: 4 3; }
        a.node { cursor: pointer; }
        a.node:hover { text-decoration: none; }
        a.node:focus-visible { outline: none; }
        a.node:focus-visible rect { stroke: var(--link); stroke-width: 4; }
        .edge { fill: none; stroke: var(--edge); stroke-width: 1.3; }
        .edge.far { opacity: .55; }
        .edge.lazy, .edge.weak { stroke-dasharray: 5 4; }
        .edge.captive { stroke: var(--bad); stroke-width: 3; }
        .edge.cycle { stroke: var(--warn); stroke-width: 2; }
        .edge.active { stroke: var(--link); stroke-width: 2.5; opacity: 1; }
        .head { fill: var(--edge); }

        @media (max-width: 52rem) {
            .columns { display: block; }
            aside { position: static; min-height: 0; max-height: 45vh; border-right: 0;
                border-bottom: 1px solid var(--line); }
        }
        @media print {
            :root { color-scheme: light !important; }
            header, aside, .tools, .filters { display: none; }
            .columns { display: block; }
            main { padding: 0; }
            pre, tr, .picture, details { break-inside: avoid; }
        }
        """#
}
