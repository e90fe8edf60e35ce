-- What staff work through: the orders and filters of their lists, and the views that each of them has saved.
--
-- functions: public.limit_saved_views

-- The work queue of deposits, longest waiting first, and the lists of one plan and of one country.
create index deposit_waiting on deposit (submitted_at, id) where status = 'pending';
create index deposit_of_plan on deposit (plan_version_id, created_at desc, id desc);
create index member_by_country on member (country, created_at desc, id);

-- A set of filters under a name. It contains no search text, which names people.
create table saved_view (
  id          text primary key check (id ~ '^vew_[0-9a-z]{20}$'),
  staff_id    text not null references staff,
  list        text not null check (list in ('deposits', 'withdrawals', 'members')),
  name        text not null check (name = btrim(name) and char_length(name) between 1 and 60),
  query       text not null check (char_length(query) between 1 and 500),
  created_at  timestamptz not null
);
create unique index saved_view_name on saved_view (staff_id, list, lower(name));
create trigger limit_saved_views before insert on saved_view for each row execute function limit_saved_views();
grant select, insert, delete on saved_view to candor_app;
