set role ledger_owner;
set search_path = ledger;
update route set approval_from = 0 where kind in ('converted', 'custody_moved');
update route set approval_from = 10000 where kind = 'network_fee_paid' and credit_class = 'exchange';
