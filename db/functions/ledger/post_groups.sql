set role ledger_owner;

-- Posts many linked lists, each independently: [[transfer, ...], ...]. A refused list does not hold up the others.
create or replace function ledger.post_groups(groups jsonb)
returns table (number bigint, verdict text)
language plpgsql security definer
set search_path = ledger, pg_temp
as $$
declare
  everything transfer[] := array(
    select jsonb_populate_record(null::transfer, t)
    from jsonb_array_elements(groups) with ordinality as g (list, number),
      jsonb_array_elements(g.list) with ordinality as t (t, number)
    order by g.number, t.number);
  list transfer[];
begin
  -- Takes all locks first, in their order. A refused list rolls back its changes below but must not release its locks.
  perform from account a
    where a.code = any (array(select unnest(array[t.debit, t.credit]) from unnest(everything) t))
      and a.balance is not null
    order by a.code for no key update;

  -- The usual case: nothing is refused, and all lists are posted as one.
  begin
    return query
      select g.number, case when (select bool_and(p.replay) from post(everything) p) then 'replay' else 'posted' end
      from generate_series(1, jsonb_array_length(groups)::bigint) as g (number);
    return;
  exception when others then
    if sqlstate not like 'LG0%' then raise; end if;
  end;

  for number, list in
    select g.number, array(select t from jsonb_populate_recordset(null::transfer, g.list) t)
    from jsonb_array_elements(groups) with ordinality as g (list, number)
    order by g.number
  loop
    begin
      verdict := case when (select bool_and(p.replay) from post(list) p) then 'replay' else 'posted' end;
    exception when others then
      if sqlstate not like 'LG0%' then raise; end if;
      verdict := sqlerrm;
    end;
    return next;
  end loop;
end $$;

revoke all on function ledger.post_groups from public;
