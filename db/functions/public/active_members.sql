-- Counts members who signed in since a moment, or hold an open position.
create or replace function public.active_members(since timestamptz)
returns bigint
language sql stable
as $$
  select count(*) from member
  where status <> 'closed'
    and (last_sign_in_at >= since or id in (select member_id from position where status = 'open'))
$$;
