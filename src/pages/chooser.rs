//! The chooser as two tables: what the receiver can do, and who judges time.

use super::html::{around, element, escaped};
use super::part::{OPEN, Writer};
use crate::lesson::Mistake;
use crate::lesson::chooser::{
    Advice, COMPARE, COST, Compare, Cost, JUDGE, Question, REMEMBER, Remember, by_judge,
    by_receiver,
};
use crate::text::{Both, LabWord, Lang, both};

const TITLE: Both = both("Choose by four questions", "4 つの問いで選ぶ");
const LAYERS: Both = both("Layers", "重ねる層");
const ANY: Both = both("Whatever", "問わない");
const AND: Both = both("And always", "さらに、どの場合も");

/// Both tables.
pub fn tables(writer: Writer) -> Result<String, Mistake> {
    let lang = writer.lang;
    let mut rows = row(
        writer,
        &[words(&COST, &Cost::Work, lang), ANY.of(lang), ANY.of(lang)],
        &by_receiver(Cost::Work, Compare::Nothing, Remember::Nothing),
    )?;
    for (compare, compared) in COMPARE.answers {
        for (remember, remembered) in REMEMBER.answers {
            let said = [
                words(&COST, &Cost::Damage, lang),
                compared.of(lang),
                remembered.of(lang),
            ];
            rows += &row(
                writer,
                &said,
                &by_receiver(Cost::Damage, *compare, *remember),
            )?;
        }
    }
    let mut judges = String::new();
    for (judge, judged) in JUDGE.answers {
        judges += &row(writer, &[judged.of(lang)], &by_judge(*judge))?;
    }
    let asked = [COST.asks, COMPARE.asks, REMEMBER.asks].map(|asks| asks.of(lang));
    Ok([
        element("h3", "id=\"chooser\"", TITLE.of(lang)),
        table(lang, &asked, &rows),
        element("h3", "", AND.of(lang)),
        table(lang, &[JUDGE.asks.of(lang)], &judges),
    ]
    .join("\n"))
}

/// The words of an answer.
fn words<A: PartialEq>(question: &Question<A>, answer: &A, lang: Lang) -> &'static str {
    let found = question.answers.iter().find(|(known, _)| known == answer);
    found.map_or("", |(_, words)| words.of(lang))
}

fn table(lang: Lang, asked: &[&str], rows: &str) -> String {
    let columns = asked.iter().copied().chain([LAYERS.of(lang)]);
    let head: String = columns
        .map(|column| element("th", "scope=\"col\"", column))
        .collect();
    let table = around("thead", "", &around("tr", "", &head)) + &around("tbody", "", rows);
    around("table", "class=\"plan chooser\"", &table)
}

/// The answers, the layers, and what stays open with the run that proves it.
fn row(writer: Writer, said: &[&str], advice: &Advice) -> Result<String, Mistake> {
    let lang = writer.lang;
    let answers: String = said.iter().map(|says| element("td", "", says)).collect();
    let layers: String = advice
        .layers
        .iter()
        .map(|layer| element("li", "", layer.of(lang)))
        .collect();
    let figure = writer.figure(advice.run)?;
    let open = format!(
        "{}{}",
        LabWord::StillOpen.of(lang),
        escaped(advice.open.of(lang))
    );
    let cell = [
        around("ul", "", &layers),
        around("p", "", &format!("{open} {}", figure.word("span"))),
        around(
            "p",
            "class=\"act\"",
            &writer.open(&figure, OPEN, advice.open.of(lang)),
        ),
    ];
    let cells = answers + &around("td", "class=\"advice\"", &cell.concat());
    Ok(around("tr", "", &cells) + "\n")
}
