-- Returns the cents of a member's other withdrawals that were approved within the 24 hours before an approval. Both
-- clocks count: the time that the application gave, and the time at which the database recorded the approval. An
-- approval dated ahead therefore leaves no sum behind.
create or replace function public.sum_approved_withdrawals(member text, except_id text, at timestamptz)
returns bigint
language sql volatile
set search_path = public, pg_temp
as $$
  select coalesce(sum(w.amount), 0)::bigint from withdrawal w
  where w.member_id = member and w.id <> except_id and w.status in ('approved', 'completed')
    and (w.approved_at > at - interval '1 day' or w.approval_recorded_at > clock_timestamp() - interval '1 day')
$$;
