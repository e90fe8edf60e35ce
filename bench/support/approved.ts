/**
 * A list that two admins agreed to, as its kinds ask for; what is posted is the answer of this
 * function.
 */
export const APPROVED = `
create function bench_approved(list ledger.transfer[]) returns ledger.transfer[] language plpgsql
as $$
declare name text := 'prp_' || left(replace(gen_random_uuid()::text, '-', ''), 20);
begin
  perform approvals.propose(name, 'bench.ground', 'bench', '{}', ledger.posting_hash(list),
  'adm_1', 'One', now(), now() + interval '1 day');
  perform approvals.decide(name, true, sha256('{}'), 'adm_2', 'Two', now(), null);
  return array(select row(l.idempotency_key, l.transfer_type, l.debit, l.credit, l.amount,
  l.effective_date, l.reference,
  l.actor, l.reason, l.receipt, name)::ledger.transfer
    from unnest(list) l);
end $$;`
