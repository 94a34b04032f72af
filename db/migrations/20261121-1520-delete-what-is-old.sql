-- What is deleted by age is found by age.
create index idempotency_key_created on idempotency_key (created_at);
create index provider_event_received on provider_event (received_at);
create index audit_entry_happened on audit_entry (happened_at);
create index contact_message_created on contact_message (created_at);
create index session_expired on session (expires_at);
create index verification_expired on verification (expires_at);
create index outgoing_mail_dead on outgoing_mail (dead_at) where dead_at is not null;

-- A refusal keeps its key no longer.
delete from idempotency_key where answer ->> '_id' is null;
