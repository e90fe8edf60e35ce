-- What members say in public, in their own words, and their consent to showing it.
create table testimonial (
  id              text primary key check (id ~ '^tst_[0-9a-z]{20}$'),
  member_id       text not null references member,
  words           text not null check (char_length(words) between 20 and 600),
  shown_name      text not null check (char_length(shown_name) between 1 and 80),
  shown_as        text not null check (char_length(shown_as) <= 80),
  -- What the member agreed to, as it was shown.
  consent_version text not null,
  consent_text    text not null check (consent_text <> ''),
  given_at        timestamptz not null,
  withdrawn_at    timestamptz,
  state           text not null check (state in ('offered', 'published', 'hidden', 'withdrawn')),
  decided_by      text,
  decided_at      timestamptz,
  reason          text check (char_length(reason) between 1 and 500),
  check ((state = 'withdrawn') = (withdrawn_at is not null)),
  check (state not in ('published', 'hidden') or (decided_by is not null and decided_at is not null)),
  check (state <> 'hidden' or reason is not null));
create unique index testimonial_one_a_member on testimonial (member_id) where state <> 'withdrawn';
create index testimonial_newest on testimonial (given_at desc);

-- Nobody edits what somebody else said, nor what they agreed to; a consent that was taken back stays so.
create function words_stay() returns trigger language plpgsql as $$ begin
  if (new.id, new.member_id, new.words, new.shown_name, new.shown_as, new.consent_version, new.consent_text, new.given_at)
    is distinct from (old.id, old.member_id, old.words, old.shown_name, old.shown_as, old.consent_version, old.consent_text, old.given_at)
    then raise exception 'words and consent stay as they were given' using errcode = 'restrict_violation'; end if;
  if old.state = 'withdrawn' then
    raise exception 'consent was withdrawn' using errcode = 'restrict_violation'; end if;
  return new;
end $$;
create trigger words_stay before update on testimonial for each row execute function words_stay();

-- Who leaves takes their words along.
create function words_leave() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$ begin
  delete from testimonial where member_id = new.id;
  return null;
end $$;
create trigger words_leave after update of status on member for each row
  when (new.status = 'closed' and old.status <> 'closed') execute function words_leave();
revoke all on function words_leave from public;

grant select, insert on testimonial to candor_app;
grant update (state, withdrawn_at, decided_by, decided_at, reason) on testimonial to candor_app;
