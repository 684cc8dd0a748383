//! The outcome map, and its borders against the formulas.

use fencelab::model::Millis;
use fencelab::picture::map::{Frame, draw_map};
use fencelab::sim::report::Outcome;
use fencelab::sim::scenario::Scenario;
use fencelab::sweep::{Axis, Map, NoMap, Side};

fn map(columns: u32, rows: u32) -> Map {
    let seed = Scenario::seed();
    let side = |axis| Side::around(axis, &seed).unwrap();
    Map::new(
        &seed,
        side(Axis::Ttl),
        side(Axis::PauseLength),
        columns,
        rows,
    )
    .unwrap()
}

fn done(mut map: Map, runs: u32) -> Map {
    while !map.progress().is_done() {
        let before = map.progress().done;
        map.advance(runs);
        assert!(map.progress().done > before, "it moves");
    }
    map
}

#[test]
fn slices_make_no_difference() {
    let (one, many) = (done(map(12, 9), 1), done(map(12, 9), 1000));
    assert_eq!(one.cells(), many.cells());
    for row in 0..9 {
        assert_eq!(one.row(row), many.row(row));
        assert_eq!(one.stretches(row), many.stretches(row));
    }
    for column in 0..12 {
        assert_eq!(one.column(column), many.column(column));
    }
}

#[test]
fn a_row_is_covered_without_a_gap_and_borders_are_where_verdicts_change() {
    let map = done(map(12, 9), 50);
    for row in 0..9 {
        let y = map.y().middle(row, 9);
        let stretches = map.stretches(row);
        assert_eq!(stretches[0].from, map.x().least);
        assert_eq!(stretches.last().unwrap().to, map.x().most);
        assert!(stretches.windows(2).all(|two| two[0].to == two[1].from));
        for border in map.row(row) {
            let verdict = |x| {
                let scenario = map.scenario(x, y);
                fencelab::sim::audit(&scenario, &fencelab::sim::simulate(&scenario)).outcome
            };
            assert_eq!(verdict(border.at), border.after);
            assert_eq!(verdict(border.at.minus(Millis(1))), border.before);
            assert_ne!(border.before, border.after);
        }
    }
}

#[test]
fn a_map_needs_two_numbers_that_are_there() {
    let seed = Scenario::seed();
    let ttl = Side::around(Axis::Ttl, &seed).unwrap();
    assert_eq!(
        Map::new(&seed, ttl, ttl, 3, 3).unwrap_err(),
        NoMap::SameAxis
    );
    let margin = Side {
        axis: Axis::Margin,
        ..ttl
    };
    assert!(matches!(
        Map::new(&seed, ttl, margin, 3, 3).unwrap_err(),
        NoMap::Lack(Axis::Margin, _)
    ));
    let empty = Side {
        axis: Axis::PauseLength,
        least: Millis(5),
        most: Millis(5),
    };
    assert_eq!(Map::new(&seed, ttl, empty, 3, 3).unwrap_err(), NoMap::Empty);
}

#[test]
fn the_picture_has_a_path_for_each_verdict_and_the_exact_border() {
    let map = done(map(60, 40), 500);
    let frame = Frame {
        left: 60.0,
        top: 10.0,
        width: 600.0,
        height: 400.0,
    };
    let picture = draw_map(&map, frame);
    let outcomes: Vec<Outcome> = picture.areas.iter().map(|area| area.outcome).collect();
    assert_eq!(outcomes, [Outcome::Broken, Outcome::Lucky, Outcome::Safe]);
    // 2400 cells in fewer rectangles than three a row.
    let rectangles: usize = picture
        .areas
        .iter()
        .map(|area| area.path.matches('Z').count())
        .sum();
    assert!(rectangles <= 150, "{rectangles}");
    assert!(picture.borders.len() > 100 && picture.borders.len() < 12_000);
    assert!(!picture.theory.is_empty());
    let (x, y) = picture.here.unwrap();
    assert_eq!(frame.values(&map, x, y), (Millis(10_000), Millis(15_000)));
    assert!(picture.x_ticks.len() > 2 && picture.y_ticks.len() > 2);
}
