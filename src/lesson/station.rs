//! The way of a lecture through a lesson: where a clicker stops.

use super::{Lesson, Part};

/// Where a lecture stops in a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Station {
    /// A question inside the run.
    Question(usize),
    /// The run of the lesson, in a part that looks at no other run.
    Whole(Part),
    /// One of the runs that a part looks at.
    Look(Part, usize),
    /// A challenge.
    Challenge(usize),
}

impl Station {
    /// The part that it belongs to.
    #[must_use]
    pub const fn part(self) -> Part {
        match self {
            Self::Question(_) => Part::Predict,
            Self::Whole(part) | Self::Look(part, _) => part,
            Self::Challenge(_) => Part::Make,
        }
    }
}

impl Lesson {
    /// Where a lecture stops in this lesson, in order.
    #[must_use]
    pub fn stations(&self) -> Vec<Station> {
        let mut stations: Vec<Station> = Vec::new();
        for part in Part::ALL {
            let before = stations.len();
            match part {
                Part::Predict => {
                    let questions = 0..self.predictions.len();
                    stations.extend(questions.map(Station::Question));
                }
                Part::Run => {}
                Part::Investigate | Part::Change => {
                    let looks = 0..self.looks(part).len();
                    stations.extend(looks.map(|look| Station::Look(part, look)));
                }
                Part::Make => stations.extend((0..self.challenges.len()).map(Station::Challenge)),
            }
            if stations.len() == before {
                stations.push(Station::Whole(part));
            }
        }
        stations
    }

    /// The station after another one; none at the end of the lesson. After one that a lecture does
    /// not stop at comes the first of its part.
    #[must_use]
    pub fn after(&self, here: Station) -> Option<Station> {
        let stations = self.stations();
        match stations.iter().position(|station| *station == here) {
            Some(place) => stations.get(place + 1).copied(),
            None => stations
                .into_iter()
                .find(|station| station.part() == here.part()),
        }
    }

    /// The station before another one; none at the begin of the lesson.
    #[must_use]
    pub fn before(&self, here: Station) -> Option<Station> {
        let stations = self.stations();
        let is_here = |station: &Station| *station == here;
        let is_of_its_part = |station: &Station| station.part() == here.part();
        let place = stations.iter().position(is_here);
        let place = place.or_else(|| stations.iter().position(is_of_its_part))?;
        stations.get(place.checked_sub(1)?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::Station;
    use crate::lesson::{Part, lesson, lessons};

    #[test]
    fn the_way_through_lesson_two() {
        let pause = lesson("pause").expect("it is there");
        let stations = pause.stations();
        assert_eq!(stations.first(), Some(&Station::Question(0)));
        assert_eq!(stations.get(1), Some(&Station::Whole(Part::Run)));
        assert_eq!(stations.get(2), Some(&Station::Look(Part::Investigate, 0)));
        assert_eq!(stations.last(), Some(&Station::Challenge(1)));
        // Entered by its button, a part begins with the run of the lesson.
        let by_button = Station::Whole(Part::Investigate);
        assert_eq!(
            pause.after(by_button),
            Some(Station::Look(Part::Investigate, 0))
        );
        assert_eq!(pause.before(by_button), Some(Station::Whole(Part::Run)));
    }

    #[test]
    fn there_and_back_through_every_lesson() {
        for lesson in lessons() {
            let stations = lesson.stations();
            for pair in stations.windows(2) {
                assert_eq!(lesson.after(pair[0]), Some(pair[1]), "{}", lesson.id);
                assert_eq!(lesson.before(pair[1]), Some(pair[0]), "{}", lesson.id);
            }
            assert_eq!(lesson.before(stations[0]), None);
            assert_eq!(lesson.after(stations[stations.len() - 1]), None);
        }
    }
}
