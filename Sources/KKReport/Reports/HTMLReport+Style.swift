extension HTMLReport {
    /// Colours keep a contrast of 4.5 : 1 and more against their ground, in light and in dark (WCAG 2.2, 1.4.3).
    static let style = """
        :root{color-scheme:light dark;--paper:#f6f7f9;--card:#fff;--line:#d5dae1;--text:#1b222b;--soft:#566271;--link:#0b57b0;
        --bad:#b3121a;--bad-ground:#fdecec;--good:#0f6b3a;--good-ground:#e3f5ea;--other:#725200;--other-ground:#fdf3d6;
        --on:#0b57b0;--on-text:#fff;--code:#eef1f5;--head:#c2410c}
        @media (prefers-color-scheme:dark){:root{--paper:#12161b;--card:#1b2129;--line:#36404c;--text:#e8ecf1;--soft:#a5b1bf;--link:#83b9ff;
        --bad:#ff9a94;--bad-ground:#45191c;--good:#7edca4;--good-ground:#123524;--other:#f1cf72;--other-ground:#3b3010;
        --on:#83b9ff;--on-text:#0c1117;--code:#262e38;--head:#c2410c}}
        *{box-sizing:border-box}
        body{margin:0 auto;max-width:72rem;padding:1.5rem 1.25rem 3rem;background:var(--paper);color:var(--text);
        font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
        a{color:var(--link)}
        h1{margin:.1rem 0 .8rem;font-size:1.9rem;line-height:1.2}
        h2{margin:0 0 .25rem;font-size:1.25rem;line-height:1.35}
        h3{margin:1.1rem 0 .3rem;font-size:1rem}
        h1.good .sign{color:var(--good)}h1.bad .sign{color:var(--bad)}
        code{font:.92em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
        code{background:var(--code);padding:.12em .35em;border-radius:4px}
        small,.command,footer,.facts dt,legend{color:var(--soft)}
        .command{margin:0;font-size:.95rem}
        .skip{position:absolute;left:-99rem}.skip:focus{position:static}
        :focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}
        .filter{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;margin:0 0 1.25rem}
        .filter fieldset{display:flex;flex-wrap:wrap;gap:.4rem;border:0;margin:0;padding:0}
        .filter legend{float:left;padding:.3rem .4rem .3rem 0}
        .filter label span{display:block;padding:.3rem .8rem;border:1px solid var(--line);border-radius:99px;background:var(--card);cursor:pointer}
        .filter fieldset input{position:absolute;opacity:0}
        .filter input:checked+span{background:var(--on);border-color:var(--on);color:var(--on-text)}
        .filter input:focus-visible+span{outline:3px solid var(--link);outline-offset:2px}
        .find input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.3rem .6rem;width:14rem}
        .find input{max-width:100%}
        .contents ul{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;list-style:none;margin:0 0 1.1rem;padding:0}
        body:has(#show-failures:checked) :is(.passed,.other):is(.card,.row),body:has(#show-passed:checked) :is(.failures,.other):is(.card,.row,.contents),
        body:has(#show-other:checked) :is(.failures,.passed):is(.card,.row,.contents),
        body:has(#show-warned:checked) :is(.card,.row,.contents):not(.warned),.card.away,.row.away,[hidden]{display:none!important}
        .card,.all{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.1rem 1.25rem;margin:0 0 1.25rem}
        .card.failures{border-left:5px solid var(--bad)}
        .card:target{outline:3px solid var(--link)}
        .chip{display:inline-block;vertical-align:.1em;font-size:.8rem;font-weight:600;line-height:1.5;padding:0 .55rem;border-radius:99px}
        .chip{white-space:nowrap;color:var(--other);background:var(--other-ground)}
        .chip.error,.chip.different,.chip.transformed,.chip.assertion,.chip.not-compared,.chip.missing{color:var(--bad);background:var(--bad-ground)}
        .chip.passed{color:var(--good);background:var(--good-ground)}
        .anchor{color:var(--soft);text-decoration:none;font-weight:400}
        .headline{margin:.1rem 0 .5rem;font-size:1.05rem}
        .next,.note{margin:.4rem 0}
        .sounds{list-style:none;margin:.8rem 0;padding:0;display:grid;gap:.5rem}
        .sounds li{display:flex;flex-wrap:wrap;gap:.3rem .8rem;align-items:center}
        .sounds .role{flex:0 0 5.5rem;font-weight:600}
        .sounds audio{flex:1 1 16rem;min-width:12rem;height:2.5rem}
        .marks{margin:.4rem 0;padding-left:1.2rem}
        .transport{display:flex;flex-wrap:wrap;gap:.5rem .7rem;align-items:center;margin:.8rem 0 .3rem;padding:.6rem .7rem}
        .transport{border:1px solid var(--line);border-radius:8px;background:var(--paper)}
        .transport button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.3rem .75rem}
        .transport button{min-height:2.25rem;cursor:pointer}
        .transport button:hover{border-color:var(--link)}
        .transport button[aria-pressed=true]{background:var(--on);border-color:var(--on);color:var(--on-text)}
        .transport .play{min-width:5.6rem;font-weight:600}
        .transport .sides,.transport .jumps{display:flex;flex-wrap:wrap;gap:.3rem}
        .transport .jumps button{font-size:.9rem}
        .transport kbd{font:.8em ui-monospace,monospace;opacity:.75}
        .transport input[type=range]{flex:1 1 100%;min-width:8rem;margin:.1rem 0;accent-color:var(--on)}
        .transport output{font-variant-numeric:tabular-nums;margin-left:auto}
        .js .sounds{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:0 0 .6rem;font-size:.9rem;color:var(--soft)}
        .js .sounds::before{content:"Files:"}
        .js .sounds .role,.js .sounds audio,.js .marks{display:none}
        .frame{margin:.8rem 0;border:1px solid var(--line);border-radius:8px;overflow-x:auto;background:#fff}
        .picture{position:relative;line-height:0}
        .picture a{display:block}
        .picture img{width:100%;height:auto}
        .picture[data-duration] a{cursor:crosshair}
        .playhead{position:absolute;top:0;bottom:0;width:2px;background:var(--head);pointer-events:none}
        .facts{margin:.6rem 0;display:grid;gap:.15rem}
        .facts div{display:flex;gap:.8rem}
        .facts dt{flex:0 0 6.5rem}.facts dd{margin:0}
        .checks{list-style:none;margin:0;padding:0}
        .checks .sign{font-weight:600}.checks .good .sign{color:var(--good)}.checks .bad .sign{color:var(--bad)}
        .scroll{overflow-x:auto}
        table{border-collapse:collapse;width:100%;font-size:.95rem;overflow-wrap:normal}
        th,td{text-align:left;vertical-align:top;padding:.3rem .9rem .3rem 0;border-bottom:1px solid var(--line)}
        tr:last-child>*{border-bottom:0}
        thead th{color:var(--soft);font-weight:600}
        tbody th{font-weight:500}
        .all tbody th{overflow-wrap:anywhere;min-width:9rem}
        .measures{margin-top:.8rem}
        .measures td{font-variant-numeric:tabular-nums;white-space:nowrap}
        .beyond th,.beyond td:nth-child(4){color:var(--bad);font-weight:600}.beyond th b{font-size:.85em}
        footer{font-size:.9rem}footer p{margin:.2rem 0}
        @media (max-width:40rem){body{padding:1rem .75rem 2rem}.card,.all{padding:.9rem .8rem}h1{font-size:1.5rem}.facts div{display:block}
        .transport output{margin-left:0}
        .picture{min-width:44rem}
        .measures,.measures tbody,.measures tr,.measures th,.measures td{display:block}.measures thead,.measures .none{display:none}
        .measures tr{border-bottom:1px solid var(--line);padding:.35rem 0}.measures tr:last-child{border:0}
        .measures :is(th,td){border:0;padding:.05rem 0;white-space:normal}.measures td::before{content:attr(data-column) ": ";color:var(--soft);font-weight:400}
        .all table,.all tbody,.all tr,.all th,.all td{display:block;border:0;padding:.05rem 0}.all thead{display:none}
        .all tr{border-bottom:1px solid var(--line);padding:.4rem 0}}
        @media print{.filter,.transport,.skip,.anchor{display:none}.card{break-inside:avoid}}
        """
}
