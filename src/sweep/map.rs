//! The outcome map: two numbers of a scenario varied, each point a run.

use super::Progress;
use super::analytic::{self, Edge};
use super::axis::{Axis, Lack, Side};
use super::border::{self, Border, Sample, verdict};
use crate::model::Millis;
use crate::sim::report::Outcome;
use crate::sim::scenario::Scenario;

/// Why there is no map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMap {
    /// The scenario does not have this number.
    Lack(Axis, Lack),
    /// Both sides are the same number.
    SameAxis,
    /// A side without length, or no cells.
    Empty,
}

/// The largest number of columns or rows.
pub const CELLS_MAX: u32 = 400;

/// A map of verdicts, made in slices: first all cells, row by row, then the
/// borders along every row and every column.
///
/// ```
/// use fencelab::sim::{report::Outcome, scenario::Scenario};
/// use fencelab::sweep::{Axis, Map, Side};
///
/// let seed = Scenario::seed();
/// let x = Side::around(Axis::Ttl, &seed).unwrap();
/// let y = Side::around(Axis::PauseLength, &seed).unwrap();
/// let mut map = Map::new(&seed, x, y, 60, 40).unwrap();
/// while !map.progress().is_done() {
///     map.advance(100);
/// }
/// assert_eq!(map.cell(59, 0), Some(Outcome::Safe)); // a long TTL, a short pause
/// assert_eq!(map.cell(20, 39), Some(Outcome::Broken)); // the reverse
/// ```
#[derive(Clone, Debug)]
pub struct Map {
    scenario: Scenario,
    x: Side,
    y: Side,
    columns: u32,
    rows: u32,
    cells: Vec<Outcome>,
    row_borders: Vec<Vec<Border>>,
    column_borders: Vec<Vec<Border>>,
    /// How many gaps between neighbouring samples have been searched.
    gaps: u32,
    /// Where the scenario itself is.
    here: (Millis, Millis),
}

/// A part of a row in which the verdict is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Its first value.
    pub from: Millis,
    /// Where the next one begins, or the end of the side.
    pub to: Millis,
    /// The verdict.
    pub outcome: Outcome,
}

impl Map {
    /// A map in which nothing has been run yet. Column 0 is left, row 0 below.
    ///
    /// # Errors
    /// [`NoMap`] says why there can be none.
    pub fn new(
        scenario: &Scenario,
        x: Side,
        y: Side,
        columns: u32,
        rows: u32,
    ) -> Result<Self, NoMap> {
        if x.axis == y.axis {
            return Err(NoMap::SameAxis);
        }
        let get = |axis: Axis| axis.get(scenario).map_err(|lack| NoMap::Lack(axis, lack));
        let here = (get(x.axis)?, get(y.axis)?);
        for side in [x, y] {
            if side.most <= side.least {
                return Err(NoMap::Empty);
            }
        }
        let (columns, rows) = (columns.min(CELLS_MAX), rows.min(CELLS_MAX));
        if columns == 0 || rows == 0 {
            return Err(NoMap::Empty);
        }
        Ok(Self {
            scenario: scenario.clone(),
            x,
            y,
            columns,
            rows,
            cells: Vec::new(),
            row_borders: (0..rows).map(|_| Vec::new()).collect(),
            column_borders: (0..columns).map(|_| Vec::new()).collect(),
            gaps: 0,
            here,
        })
    }

    /// Makes about so many runs: a search for one border is not broken off.
    pub fn advance(&mut self, runs: u32) {
        let mut made = 0;
        while made < runs && !self.progress().is_done() {
            made += if self.filled() < self.columns * self.rows {
                self.fill()
            } else {
                self.search()
            };
        }
    }

    /// How far it is, in cells and gaps between cells.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            done: self.filled() + self.gaps,
            of: self.columns * self.rows + self.gaps_along_rows() + self.gaps_along_columns(),
        }
    }

    /// The verdict in the middle of a cell; none if it has not been run yet.
    #[must_use]
    pub fn cell(&self, column: u32, row: u32) -> Option<Outcome> {
        if column >= self.columns {
            return None;
        }
        let place = usize::try_from(row * self.columns + column).ok()?;
        self.cells.get(place).copied()
    }

    /// The cells that have been run: row by row from below, each from the left.
    #[must_use]
    pub fn cells(&self) -> &[Outcome] {
        &self.cells
    }

    /// The borders along the middle of a row, from the left.
    #[must_use]
    pub fn row(&self, row: u32) -> &[Border] {
        list(&self.row_borders, row)
    }

    /// The borders along the middle of a column, from below.
    #[must_use]
    pub fn column(&self, column: u32) -> &[Border] {
        list(&self.column_borders, column)
    }

    /// A row as stretches of equal verdict, from the left: up to the exact
    /// borders if they have been searched, else up to the edges of cells.
    #[must_use]
    pub fn stretches(&self, row: u32) -> Vec<Stretch> {
        let is_searched = self.gaps > row * (self.columns + 1) + self.columns;
        let mut starts: Vec<(Millis, Outcome)> = Vec::new();
        let mut end = self.x.most;
        if is_searched {
            let borders = self.row(row);
            let first = borders.first().map(|border| border.before);
            let first = first.or_else(|| self.cell(0, row));
            starts.extend(first.map(|first| (self.x.least, first)));
            starts.extend(borders.iter().map(|border| (border.at, border.after)));
        } else {
            for column in 0..self.columns {
                let Some(outcome) = self.cell(column, row) else {
                    break;
                };
                starts.push((self.x.edge(column, self.columns), outcome));
                end = self.x.edge(column + 1, self.columns);
            }
            starts.dedup_by_key(|(_, outcome)| *outcome);
        }
        let ends = starts.iter().skip(1).map(|(from, _)| *from).chain([end]);
        let stretches = starts.iter().zip(ends);
        let stretches = stretches.map(|((from, outcome), to)| Stretch {
            from: *from,
            to,
            outcome: *outcome,
        });
        stretches.collect()
    }

    /// The border that theory knows, as points of the map: along its rows, or
    /// along its columns if no formula gives the number that grows to the
    /// right. Empty where there is no formula.
    #[must_use]
    pub fn theory(&self, edge: Edge) -> Vec<(Millis, Millis)> {
        let mut scenario = self.scenario.clone();
        let mut line = |along: Side, across: Side, count: u32| -> Vec<(Millis, Millis)> {
            let values = (0..=count).map(|index| across.edge(index, count));
            let points = values.filter_map(|value| {
                across.axis.set(&mut scenario, value).ok()?;
                let at = analytic::border(&scenario, along.axis, edge)?;
                (along.least <= at && at <= along.most).then_some((at, value))
            });
            points.collect()
        };
        let rows = line(self.x, self.y, self.rows);
        if !rows.is_empty() {
            return rows;
        }
        let columns = line(self.y, self.x, self.columns);
        columns.into_iter().map(|(y, x)| (x, y)).collect()
    }

    /// Where the scenario that the map was made of is on it; none if it is beside it.
    #[must_use]
    pub fn here(&self) -> Option<(Millis, Millis)> {
        let is_on = |side: Side, value: Millis| side.least <= value && value <= side.most;
        Some(self.here).filter(|(x, y)| is_on(self.x, *x) && is_on(self.y, *y))
    }

    /// The number that grows to the right.
    #[must_use]
    pub const fn x(&self) -> Side {
        self.x
    }

    /// The number that grows upward.
    #[must_use]
    pub const fn y(&self) -> Side {
        self.y
    }

    /// How many cells a row has.
    #[must_use]
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// How many rows there are.
    #[must_use]
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// The scenario of a point of the map.
    #[must_use]
    pub fn scenario(&self, x: Millis, y: Millis) -> Scenario {
        let mut scenario = self.scenario.clone();
        place(&mut scenario, (self.x.axis, x), (self.y.axis, y));
        scenario
    }

    fn filled(&self) -> u32 {
        u32::try_from(self.cells.len()).unwrap_or(u32::MAX)
    }

    const fn gaps_along_rows(&self) -> u32 {
        self.rows * (self.columns + 1)
    }

    const fn gaps_along_columns(&self) -> u32 {
        self.columns * (self.rows + 1)
    }

    fn fill(&mut self) -> u32 {
        let (row, column) = (self.filled() / self.columns, self.filled() % self.columns);
        let x = self.x.middle(column, self.columns);
        let y = self.y.middle(row, self.rows);
        let outcome = self.probe(x, y);
        self.cells.push(outcome);
        1
    }

    /// Searches the next gap between two neighbouring cells of a row or a
    /// column, or between the last cell and the rim of the map.
    fn search(&mut self) -> u32 {
        let gap = self.gaps;
        self.gaps += 1;
        let mut found = Vec::new();
        if let Some(gap) = gap.checked_sub(self.gaps_along_rows()) {
            let (column, place) = (gap / (self.rows + 1), gap % (self.rows + 1));
            let x = self.x.middle(column, self.columns);
            let cell = |map: &Self, row| map.cell(column, row);
            let runs = self.search_gap(
                self.y,
                self.rows,
                place,
                cell,
                |map, y| map.probe(x, y),
                &mut found,
            );
            extend(&mut self.column_borders, column, found);
            runs
        } else {
            let (row, place) = (gap / (self.columns + 1), gap % (self.columns + 1));
            let y = self.y.middle(row, self.rows);
            let cell = |map: &Self, column| map.cell(column, row);
            let runs = self.search_gap(
                self.x,
                self.columns,
                place,
                cell,
                |map, x| map.probe(x, y),
                &mut found,
            );
            extend(&mut self.row_borders, row, found);
            runs
        }
    }

    fn search_gap(
        &mut self,
        side: Side,
        cells: u32,
        place: u32,
        cell: impl Fn(&Self, u32) -> Option<Outcome>,
        probe: impl Fn(&mut Self, Millis) -> Outcome,
        found: &mut Vec<Border>,
    ) -> u32 {
        let mut runs = 0;
        let mut sample = |map: &mut Self, neighbour: Option<u32>, rim: Millis| -> Sample {
            let known =
                neighbour.and_then(|index| Some((side.middle(index, cells), cell(map, index)?)));
            known.unwrap_or_else(|| {
                runs += 1;
                (rim, probe(map, rim))
            })
        };
        let from = sample(self, place.checked_sub(1), side.least);
        let to = sample(self, Some(place).filter(|place| *place < cells), side.most);
        runs + border::search(&mut |value| probe(self, value), from, to, found)
    }

    fn probe(&mut self, x: Millis, y: Millis) -> Outcome {
        place(&mut self.scenario, (self.x.axis, x), (self.y.axis, y));
        verdict(&self.scenario)
    }
}

/// Both numbers were there when the map was made.
fn place(scenario: &mut Scenario, x: (Axis, Millis), y: (Axis, Millis)) {
    for (axis, value) in [x, y] {
        let _ = axis.set(scenario, value);
    }
}

fn list(lists: &[Vec<Border>], index: u32) -> &[Border] {
    let list = usize::try_from(index)
        .ok()
        .and_then(|index| lists.get(index));
    list.map_or(&[], Vec::as_slice)
}

fn extend(lists: &mut [Vec<Border>], index: u32, found: Vec<Border>) {
    let list = usize::try_from(index)
        .ok()
        .and_then(|index| lists.get_mut(index));
    if let Some(list) = list {
        list.extend(found);
    }
}
