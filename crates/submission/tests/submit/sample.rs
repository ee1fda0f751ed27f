//! The sample of instances that a link asks for.

use proptest::prelude::*;
use spanwise_submission::sample::{Sample, SampleError};

use super::*;

/// The chosen instances, counted from 1 as in the link.
fn chosen(
    query: &str,
    instances: usize,
    person: Option<&str>,
) -> Result<Option<Vec<usize>>, SampleError> {
    let Some(sample) = Sample::of_link(&parameters(query))? else { return Ok(None) };
    let indices = sample.choose(instances, person)?;
    Ok(Some(indices.into_iter().map(|index| index + 1).collect()))
}

#[test]
fn ranges_are_taken_in_the_order_of_the_data() {
    let cases: [(&str, &[usize]); 7] = [
        ("range=3-7,12", &[3, 4, 5, 6, 7, 12]),
        ("range=12,3-4", &[3, 4, 12]),
        ("range= 2 - 4 , 3-5,3", &[2, 3, 4, 5]),
        ("range=1–2", &[1, 2]),
        ("range=20", &[20]),
        ("range=1-20&n=20&seed=x", &(1..=20).collect::<Vec<_>>()[..]),
        ("range=4-4&shuffle=true&seed=x", &[4]),
    ];
    for (query, expected) in cases {
        assert_eq!(chosen(query, 20, None), Ok(Some(expected.to_vec())), "{query}");
    }
}

#[test]
fn without_a_wish_all_are_shown() {
    for query in ["", "range=&n= ", "seed=3", "shuffle=false", "PROLIFIC_PID=a"] {
        assert_eq!(chosen(query, 20, Some("a")), Ok(None), "{query}");
    }
}

/// Samples that people have been given: a change of any of these loses their work.
#[test]
fn samples_stay_the_same_for_all_time() {
    let cases: [(&str, usize, &[usize]); 7] = [
        ("n=5&seed=1", 100, &[3, 5, 61, 80, 91]),
        ("n=5&seed=2", 100, &[13, 21, 25, 85, 100]),
        ("n=5&seed=1&shuffle=true", 100, &[91, 61, 5, 3, 80]),
        ("n=3&seed=1&range=10-20", 100, &[11, 13, 17]),
        ("shuffle=1&seed=pilot", 8, &[3, 7, 2, 6, 5, 4, 8, 1]),
        ("n=5&seed=größe", 20_000, &[2437, 7113, 13_384, 15_204, 18_606]),
        // Without a seed, the person is it.
        ("n=2", 50, &[18, 48]),
    ];
    for (query, instances, expected) in cases {
        assert_eq!(chosen(query, instances, Some("5f1")), Ok(Some(expected.to_vec())), "{query}");
    }
}

#[test]
fn a_person_gets_the_same_sample_again_and_others_another() {
    let of = |person| chosen("n=10", 1000, Some(person));
    assert_eq!(of("a"), of("a"));
    assert_ne!(of("a"), of("b"));
    let seeded = |person| chosen("n=10&seed=7", 1000, person);
    assert_eq!(seeded(Some("a")), seeded(None));
    assert_eq!(chosen("n=10", 1000, None), Err(SampleError::NoSeed));
    assert_eq!(chosen("n=10", 10, None).map(|all| all.map(|all| all.len())), Ok(Some(10)));
}

#[test]
fn what_does_not_fit_is_refused() {
    let text = str::to_owned;
    let cases = [
        ("range=0", SampleError::Range(text("0"))),
        ("range=7-3", SampleError::Range(text("7-3"))),
        ("range=1,,2", SampleError::Range(text("1,,2"))),
        ("range=a", SampleError::Range(text("a"))),
        ("range=+1", SampleError::Range(text("+1"))),
        ("range=1-2-3", SampleError::Range(text("1-2-3"))),
        ("range=99999999999999999999", SampleError::Range(text("99999999999999999999"))),
        ("range=1-18446744073709551615", {
            SampleError::Beyond {
                found: text("1-18446744073709551615"),
                number: u64::MAX,
                instances: 20,
            }
        }),
        ("range=3,21", SampleError::Beyond { found: text("3,21"), number: 21, instances: 20 }),
        ("n=0", SampleError::Size(text("0"))),
        ("n=-1", SampleError::Size(text("-1"))),
        ("n=five", SampleError::Size(text("five"))),
        ("n=21", SampleError::TooMany { found: text("21"), available: 20 }),
        ("n=3&range=1-2", SampleError::TooMany { found: text("3"), available: 2 }),
        ("shuffle=maybe", SampleError::Flag(text("maybe"))),
    ];
    for (query, expected) in cases {
        assert!(is_sentence(&expected.message()) && is_sentence(&expected.remedy()), "{expected}");
        assert_eq!(chosen(query, 20, Some("a")), Err(expected), "{query}");
    }
}

#[test]
fn every_instance_is_as_likely() {
    let mut counts = [0_u32; 10];
    for seed in 0..4000 {
        let sample = chosen(&format!("n=3&seed={seed}"), 10, None).expect("a sample");
        sample.expect("instances").into_iter().for_each(|number| counts[number - 1] += 1);
    }
    // 1200 expected; six standard deviations are some 175.
    assert!(counts.iter().all(|count| (1025..1375).contains(count)), "{counts:?}");
}

proptest! {
    #[test]
    fn samples_have_their_size_and_nothing_twice(
        instances in 1_usize..500, part in 0.0..1.0_f64, seed in ".{1,12}", shuffle: bool,
    ) {
        let size = 1 + (part * (instances - 1) as f64) as usize;
        let link = vec![
            ("n".to_owned(), size.to_string()),
            ("seed".to_owned(), format!("s{seed}")),
            ("shuffle".to_owned(), shuffle.to_string()),
        ];
        let sample = Sample::of_link(&link).unwrap().unwrap();
        let found = sample.choose(instances, None).unwrap();
        prop_assert_eq!(&found, &sample.choose(instances, Some("someone")).unwrap());
        prop_assert_eq!(found.len(), size);
        prop_assert!(found.iter().all(|index| *index < instances));
        let mut sorted = found.clone();
        sorted.sort_unstable();
        sorted.dedup();
        prop_assert_eq!(sorted.len(), size);
        prop_assert!(shuffle || sorted == found);
    }

    #[test]
    fn any_link_is_read_or_refused(
        range in "[0-9,–-]{0,12}|.{0,8}", n in "[0-9]{0,22}|.{0,4}", seed in ".{0,4}", instances in 0_usize..50,
    ) {
        let link = [("range", range), ("n", n), ("seed", seed)].map(|(k, v)| (k.to_owned(), v));
        if let Ok(Some(sample)) = Sample::of_link(&link)
            && let Ok(found) = sample.choose(instances, Some("a"))
        {
            prop_assert!(found.iter().all(|index| *index < instances));
        }
    }
}
