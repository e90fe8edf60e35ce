-- What visitors write to the operator: a question from /contact, an application from /career.
create table enquiry (
  id          text primary key check (id ~ '^enq_[0-9a-z]{20}$'),
  sequence    bigint generated always as identity unique,
  kind        text not null check (kind in ('contact', 'career')),
  name        text not null check (btrim(name) <> ''),
  email       text not null check (position('@' in email) > 1),
  phone       text check (btrim(phone) <> ''),
  -- What it is about, or the position that somebody applies for.
  subject     text not null check (btrim(subject) <> ''),
  message     text not null check (btrim(message) <> ''),
  cv_key      text check (cv_key ~ '^cvs/'),
  cv_type     text,
  cv_bytes    bigint check (cv_bytes > 0),
  cv_sha256   text check (length(cv_sha256) = 64),
  received_at timestamptz not null,
  -- new → read → answered, by the staff; assigned to one of them or to nobody.
  state       text not null check (state in ('new', 'read', 'answered')),
  assigned_to text check (assigned_to <> ''),
  handled_at  timestamptz check (handled_at >= received_at),
  handled_by  text check (handled_by <> ''),
  check ((kind = 'career') = (cv_key is not null)),
  check ((cv_key is null) = (cv_type is null) and (cv_key is null) = (cv_bytes is null) and (cv_key is null) = (cv_sha256 is null)),
  check ((handled_at is null) = (handled_by is null)),
  check (state = 'new' or handled_at is not null)
);
create index enquiry_open on enquiry (sequence desc) where state <> 'answered';
create index enquiry_old on enquiry (received_at);

-- What somebody wrote is never changed, only how far it is.
create function enquiry_stays() returns trigger language plpgsql as $$ begin
  if (to_jsonb(new) - '{state,assigned_to,handled_at,handled_by}'::text[]) <> (to_jsonb(old) - '{state,assigned_to,handled_at,handled_by}'::text[]) then
    raise exception 'what was written to us stays' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger enquiry_stays before update on enquiry for each row execute function enquiry_stays();

grant select, insert, delete on enquiry to candor_app;
grant update (state, assigned_to, handled_at, handled_by) on enquiry to candor_app;
