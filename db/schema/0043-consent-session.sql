-- The session in which a member consented to texts. Null at sign-up, before the first session, and unknown for
-- consents that an earlier version stored.
alter table consent add column session_id text;
