//! Pruned fields against whole ones.

use super::*;

#[test]
fn a_pruned_field_has_the_same_bits_in_its_region() {
    let mut rng = Rng::new(50);
    let (mut before, mut after) = (0, 0);
    for seed in 0..200 {
        let f = field(&random_tree(seed), "0");
        for size in [0.01, 0.2, 1.0] {
            let center = rng.point(2.0);
            let region = Bounds::new(center - 0.5 * size, center + 0.5 * size);
            let pruned = f.pruned(&region);
            before += f.compiled.program.instructions.len();
            after += pruned.compiled.program.instructions.len();
            for _ in 0..20 {
                let p = center + rng.point(0.5 * size);
                assert_eq!(pruned.sample(p), f.sample(p), "seed {seed}");
                assert_eq!(pruned.value(p).to_bits(), f.value(p).to_bits());
            }
            assert_eq!((pruned.bounds(), pruned.is_exact()), (f.bounds(), f.is_exact()));
        }
    }
    assert!(after * 2 < before, "{after} of {before} instructions are left");
}

#[test]
fn a_row_of_balls_is_pruned_to_the_near_one() {
    let mut nodes = vec![node("row", None, Kind::Union { blend: smooth(0.2) })];
    for i in 0..50 {
        let at = DVec3::X * 3.0 * f64::from(i);
        nodes.push(Node { at, ..node(&i.to_string(), Some("row"), Kind::Sphere { radius: 1.0 }) });
    }
    let f = field(&scene(nodes), "row");
    let near = DVec3::X * 30.0;
    let pruned = f.pruned(&Bounds::new(near - 0.2, near + 0.2));
    assert_eq!(pruned.compiled.program.instructions.len(), 1);
    assert_eq!(pruned.sample(near + 0.1).node, 11);
}

#[test]
fn regions_without_size_or_end_are_no_trouble() {
    let f = field(&random_tree(4), "0");
    for region in [Bounds::EVERYTHING, Bounds::EMPTY, Bounds::new(DVec3::NAN, DVec3::NAN)] {
        assert_eq!(f.pruned(&region).compiled.program, f.compiled.program);
    }
    assert_eq!(of_kind(Kind::Group).pruned(&Bounds::new(DVec3::ZERO, DVec3::ONE)).value(DVec3::ONE), 1e300);
}
