-- Shows each payment with what the providers that answer say about it now. A provider with a problem counts neither
-- for a payment nor against it. `confirmations` has one entry for each provider that shows the payment, most first.
create or replace view public.payment_evidence as
  select p.id, p.chain, p.coin, p.txid, p.output_index, p.address, p.units, p.first_seen_at, p.revision, s.*
  from chain_payment p
  cross join lateral (
    select
      coalesce(array_agg(v.provider order by v.confirmations desc, v.provider) filter (where v.shown), '{}')
        as providers,
      coalesce(array_agg(v.confirmations order by v.confirmations desc, v.provider) filter (where v.shown), '{}')
        as confirmations,
      count(*) filter (where v.shown and v.final)::integer as final_count,
      min(v.block_height) filter (where v.shown) as block_height,
      min(v.block_hash) filter (where v.shown) as block_hash,
      min(v.block_at) filter (where v.shown) as block_at,
      coalesce(bool_or(v.replaceable) filter (where v.shown), false) as replaceable,
      -- No provider shows it any more.
      coalesce(bool_and(v.gone), false) as gone,
      -- One that answers no longer shows it while another does, or has its block and doesn't show it
      -- there, or they show it in different blocks or with different amounts.
      coalesce(bool_or(v.gone and v.answers) and not bool_and(v.gone), false)
        or exists (
          select from chain_payment o
          where (o.chain, o.coin, o.txid, o.output_index) = (p.chain, p.coin, p.txid, p.output_index) and o.id <> p.id)
        or exists (
          select from chain_provider r
          where r.chain = p.chain and r.problem is null
            and r.tip_height >= min(v.block_height) filter (where v.shown)
            and not exists (
              select from chain_sighting g
              where (g.payment_id, g.provider) = (p.id, r.name) and g.gone_at is null and g.block_height is not null))
        or count(distinct v.block_hash) filter (where v.shown) > 1 as disputed,
      min(v.gone_at) as gone_at,
      -- The oldest answer that counts.
      min(v.answered_at) filter (where v.shown) as answered_at
    from (
      select g.provider, g.block_height, g.block_hash, g.block_at, g.replaceable, g.gone_at,
        r.answered_at,
        g.gone_at is not null as gone,
        r.problem is null as answers,
        g.gone_at is null and r.problem is null as shown,
        g.block_height is not null and coalesce(g.block_height <= r.final_height, false) as final,
        case when g.block_height is null then 0 else greatest(0, r.tip_height - g.block_height + 1) end as confirmations
      from chain_sighting g join chain_provider r on (r.chain, r.name) = (g.chain, g.provider)
      where g.payment_id = p.id) v) s;

grant select on public.payment_evidence to candor_app, candor_read;
