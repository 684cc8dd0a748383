//! One input after the other.

use super::*;

fn ask(lease: &mut Lease, client: u8, waiting: Waiting) -> Acquired {
    lease.acquire(Request::new(ClientId(client), Attempt(1)), waiting)
}

fn granted(acquired: Acquired) -> Option<(u32, u64)> {
    match acquired {
        Acquired::Granted(held) => Some((held.grant.0, held.token.0)),
        Acquired::Denied(_) | Acquired::Queued => None,
    }
}

#[test]
fn grants_are_numbered_and_tokens_grow() {
    let mut lease = Lease::new(Token(33));
    assert_eq!(granted(ask(&mut lease, 0, Waiting::Poll)), Some((1, 33)));
    assert_eq!(
        ask(&mut lease, 0, Waiting::Poll),
        Acquired::Denied(Denial::Held),
        "not re-entrant"
    );
    assert!(lease.holds(Ordinal(1)));
    lease.expire(AfterEnd::Free);
    assert!(!lease.holds(Ordinal(1)));
    assert_eq!(granted(ask(&mut lease, 1, Waiting::Poll)), Some((2, 34)));
}

#[test]
fn a_release_deletes_only_its_own_grant() {
    let mut lease = Lease::new(Token(1));
    ask(&mut lease, 0, Waiting::Poll);
    lease.expire(AfterEnd::Free);
    ask(&mut lease, 1, Waiting::Poll);
    assert_eq!(
        lease.release(ClientId(0), Deletion::Own(Ordinal(1))),
        None,
        "the lock is another's now"
    );
    let ended = lease.release(ClientId(0), Deletion::Whatever);
    assert_eq!(ended.map(|(_, by)| by), Some(EndedBy::Deleted));
    assert_eq!(lease.holder(), None);
}

#[test]
fn an_own_always_release_is_a_release() {
    let mut lease = Lease::new(Token(1));
    ask(&mut lease, 0, Waiting::Poll);
    let ended = lease.release(ClientId(0), Deletion::Whatever);
    assert_eq!(ended.map(|(_, by)| by), Some(EndedBy::Release));
    assert_eq!(lease.release(ClientId(0), Deletion::Whatever), None);
}

#[test]
fn lock_delay_refuses_until_it_has_passed() {
    let mut lease = Lease::new(Token(1));
    ask(&mut lease, 0, Waiting::Poll);
    lease.expire(AfterEnd::Delay);
    assert_eq!(
        ask(&mut lease, 1, Waiting::Poll),
        Acquired::Denied(Denial::LockDelay)
    );
    assert_eq!(
        lease.release(ClientId(0), Deletion::Whatever),
        None,
        "nothing is there to delete"
    );
    assert!(lease.is_delayed());
    lease.delay_passed();
    assert_eq!(granted(ask(&mut lease, 1, Waiting::Poll)), Some((2, 2)));
}

#[test]
fn an_erasure_and_a_failover_end_lock_delay() {
    for forgets in [None, Some(FailoverForgets::Lock)] {
        let mut lease = Lease::new(Token(1));
        ask(&mut lease, 0, Waiting::Poll);
        lease.expire(AfterEnd::Delay);
        let ended = match forgets {
            None => lease.erase(),
            Some(forgets) => lease.fail_over(forgets, 1),
        };
        assert_eq!(ended, None);
        assert_eq!(granted(ask(&mut lease, 1, Waiting::Poll)), Some((2, 2)));
    }
}

#[test]
fn the_line_is_served_in_order_and_outlives_a_failover() {
    let mut lease = Lease::new(Token(33));
    ask(&mut lease, 0, Waiting::Queue);
    assert_eq!(ask(&mut lease, 1, Waiting::Queue), Acquired::Queued);
    assert_eq!(ask(&mut lease, 2, Waiting::Queue), Acquired::Queued);
    assert_eq!(lease.grant_next(), None, "it is held");
    lease.fail_over(FailoverForgets::LockAndCounter, 1);
    let next = lease.grant_next();
    assert_eq!(
        next.map(|(held, _)| (held.client, held.grant, held.token)),
        Some((ClientId(1), Ordinal(2), Token(33))),
        "the token is used twice, the ordinal is not"
    );
    lease.expire(AfterEnd::Free);
    assert_eq!(
        lease.grant_next().map(|(held, _)| held.client),
        Some(ClientId(2))
    );
    lease.erase();
    assert_eq!(lease.grant_next(), None, "nobody waits");
}

#[test]
fn the_counter_does_not_fall_below_zero() {
    let mut lease = Lease::new(Token(3));
    lease.fail_over(FailoverForgets::LockAndCounter, 1_000_000_000);
    assert_eq!(lease.next_token(), Token(0));
    assert_eq!(lease.grants(), Ordinal(0));
}

#[test]
fn lock_delay_that_does_not_run_passes_without_a_trace() {
    let mut lease = Lease::new(Token(1));
    assert!(!lease.is_delayed());
    ask(&mut lease, 0, Waiting::Poll);
    assert!(!lease.is_delayed());
    lease.delay_passed();
    assert!(lease.holds(Ordinal(1)), "a holder loses nothing by it");
}
