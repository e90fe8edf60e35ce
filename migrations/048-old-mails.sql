-- Mails that have left are forgotten as old as the operator keeps messages: found without reading all of them.
create index outbox_sent on outbox (sent_at) where sent_at is not null;
