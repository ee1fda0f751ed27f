//! The time that someone spent on an instance.

use proptest::prelude::*;
use spanwise_submission::stopwatch::{IDLE_MS, Stopwatch};

/// Watches from 1000 on.
fn watching() -> Stopwatch {
    let mut watch = Stopwatch::default();
    watch.show(1000);
    watch
}

#[test]
fn time_counts_while_the_page_is_in_sight() {
    let mut watch = watching();
    assert_eq!(watch.take(1500), 500);
    watch.hide(2000);
    watch.sign(2500);
    assert_eq!(watch.take(9000), 500);
    watch.show(9000);
    assert_eq!(watch.take(9200), 200);
    assert_eq!(watch.take(9200), 0);
}

#[test]
fn without_a_sign_of_anyone_time_counts_for_two_minutes() {
    let mut watch = watching();
    assert_eq!(watch.take(1000 + 10 * IDLE_MS), IDLE_MS);
    watch.sign(1000 + 11 * IDLE_MS);
    assert_eq!(watch.take(1000 + 11 * IDLE_MS), 0, "nobody was there meanwhile");
    assert_eq!(watch.take(1700 + 11 * IDLE_MS), 700);
}

#[test]
fn a_clock_that_is_set_back_harms_nothing() {
    let mut watch = watching();
    watch.sign(5000);
    watch.sign(2000);
    assert_eq!(watch.take(3000), 4000);
    assert_eq!(watch.take(6000), 1000);
    assert_eq!(Stopwatch::default().take(u64::MAX), 0);
}

#[derive(Debug, Clone, Copy)]
enum Event {
    Show,
    Hide,
    Sign,
    Look,
}

fn events() -> impl Strategy<Value = Vec<(u64, Event)>> {
    let event = prop_oneof![
        2 => Just(Event::Show),
        1 => Just(Event::Hide),
        6 => Just(Event::Sign),
        3 => Just(Event::Look),
    ];
    prop::collection::vec((0..2 * IDLE_MS, event), 0..40)
}

proptest! {
    #[test]
    fn each_moment_counts_once(events in events()) {
        let mut watch = Stopwatch::default();
        let (mut now, mut sign, mut in_sight) = (0, 0, false);
        let (mut taken, mut expected) = (0, 0);
        for (gap, event) in events {
            let counts_to = (now + gap).min(sign + IDLE_MS);
            expected += if in_sight { counts_to.saturating_sub(now) } else { 0 };
            now += gap;
            match event {
                Event::Show => watch.show(now),
                Event::Hide => watch.hide(now),
                Event::Sign => watch.sign(now),
                Event::Look => taken += watch.take(now),
            }
            in_sight = match event {
                Event::Show => true,
                Event::Hide => false,
                Event::Sign | Event::Look => in_sight,
            };
            if matches!(event, Event::Show | Event::Sign) {
                sign = now;
            }
        }
        prop_assert_eq!(taken + watch.take(now), expected);
    }
}
