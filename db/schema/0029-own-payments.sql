-- has_own_payments() replaces is_own_payment_address(); the watcher loses rights that nothing uses.

create index chain_address_address on chain_address (address);

-- contract: unused since 0.2.0
drop function if exists public.is_own_payment_address;

-- contract: unused since 0.2.0
revoke select on mode from candor_watcher;

-- contract: unused since 0.2.0
revoke select on address_source, pool_address, issued_address, receiving_address from candor_watcher;
