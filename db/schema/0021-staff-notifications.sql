-- Mails to staff about new work.

-- What the staff was notified of: each item of work once per event.
create table staff_notification (
  event       text not null check (event in ('deposit', 'withdrawal', 'approval', 'expiring')),
  subject_id  text not null check (subject_id <> ''),
  notified_at timestamptz not null,
  primary key (event, subject_id)
);
create index staff_notification_old on staff_notification (notified_at);

-- When a staff member is mailed about an event. Without a row: at once.
create table staff_notification_choice (
  staff_id    text not null references staff,
  event       text not null check (event in ('deposit', 'withdrawal', 'approval', 'expiring')),
  delivery    text not null check (delivery in ('now', 'daily', 'off')),
  changed_at  timestamptz not null,
  primary key (staff_id, event)
);

-- Work that was already there before the first run is old; a daily summary is sent once a day.
create table staff_notification_progress (
  single_row  boolean primary key default true check (single_row),
  started_at  timestamptz,
  summary_on  date
);
insert into staff_notification_progress default values;

grant select, insert, delete on staff_notification to candor_app;
grant select, insert on staff_notification_choice to candor_app;
grant update (delivery, changed_at) on staff_notification_choice to candor_app;
grant select on staff_notification_progress to candor_app;
grant update (started_at, summary_on) on staff_notification_progress to candor_app;
