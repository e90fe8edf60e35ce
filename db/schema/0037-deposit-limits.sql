-- Deposit limits: a quote needs a passed gate, and what is credited above a limit stays in the member's balance.
--
-- functions: public.require_deposit_gate, public.retain_deposit_excess

create trigger require_deposit_gate before insert on deposit for each row execute function require_deposit_gate();
create constraint trigger retain_deposit_excess after insert on position deferrable initially deferred for each row
  when (new.origin <> 'reinvested') execute function retain_deposit_excess();
