-- What members and visitors write on the public site.
--
-- functions: public.protect_testimonial, public.withdraw_testimonials, public.protect_enquiry

-- Testimonials: what members say in public, in their own words, and their consent to publishing it.
create table testimonial (
  id               text primary key check (id ~ '^tst_[0-9a-z]{20}$'),
  member_id        text not null references member,
  message          text not null check (char_length(message) between 20 and 600),
  shown_name       text not null check (char_length(shown_name) between 1 and 80)
                     constraint testimonial_shown_name_visible check (is_visible_name(shown_name)),
  shown_as         text not null check (char_length(shown_as) <= 80)
                     constraint testimonial_shown_as_visible check (shown_as = '' or is_visible_name(shown_as)),
  -- What the member agreed to, as it was shown.
  consent_version  text not null,
  consent_text     text not null check (consent_text <> ''),
  submitted_at     timestamptz not null,
  withdrawn_at     timestamptz,
  state            text not null check (state in ('offered', 'published', 'hidden', 'withdrawn')),
  decided_by       text,
  decided_at       timestamptz,
  reason           text check (char_length(reason) between 1 and 500),
  check ((state = 'withdrawn') = (withdrawn_at is not null)),
  check (state not in ('published', 'hidden') or (decided_by is not null and decided_at is not null)),
  check (state <> 'hidden' or reason is not null)
);
create unique index testimonial_one_a_member on testimonial (member_id) where state <> 'withdrawn';
create index testimonial_newest on testimonial (submitted_at desc);

create trigger protect_testimonial before update on testimonial for each row execute function protect_testimonial();
-- A member who leaves takes their testimonials along.
create trigger withdraw_testimonials after update of status on member for each row
  when (new.status = 'closed' and old.status <> 'closed') execute function withdraw_testimonials();

grant select, insert on testimonial to candor_app;
grant update (state, withdrawn_at, decided_by, decided_at, reason) on testimonial to candor_app;

-- Enquiries: a question from /contact, an application from /career.
create table enquiry (
  id           text primary key check (id ~ '^enq_[0-9a-z]{20}$'),
  sequence     bigint generated always as identity unique,
  kind         text not null check (kind in ('contact', 'career')),
  name         text not null constraint enquiry_name_visible check (is_visible_name(name)),
  email        text not null check (position('@' in email) > 1),
  phone        text check (btrim(phone) <> ''),
  -- The subject, or the position applied for.
  subject      text not null check (btrim(subject) <> ''),
  message      text not null check (btrim(message) <> ''),
  cv_key       text check (cv_key ~ '^cvs/'),
  cv_type      text,
  cv_bytes     bigint check (cv_bytes > 0),
  cv_sha256    text check (length(cv_sha256) = 64),
  received_at  timestamptz not null,
  -- new → read → answered, by staff; assigned to a member of staff or unassigned.
  state        text not null check (state in ('new', 'read', 'answered')),
  assigned_to  text check (assigned_to <> ''),
  handled_at   timestamptz check (handled_at >= received_at),
  handled_by   text check (handled_by <> ''),
  check ((kind = 'career') = (cv_key is not null)),
  check ((cv_key is null) = (cv_type is null) and (cv_key is null) = (cv_bytes is null)
    and (cv_key is null) = (cv_sha256 is null)),
  check ((handled_at is null) = (handled_by is null)),
  check (state = 'new' or handled_at is not null)
);
create index enquiry_open on enquiry (sequence desc) where state <> 'answered';
create index enquiry_old on enquiry (received_at);

create trigger protect_enquiry before update on enquiry for each row execute function protect_enquiry();

grant select, insert, delete on enquiry to candor_app;
grant update (state, assigned_to, handled_at, handled_by) on enquiry to candor_app;
