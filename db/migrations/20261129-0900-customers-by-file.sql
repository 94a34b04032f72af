-- What a file of customers says of a pending user: phone and address, which an account without them gets with the proof.
alter table pending_user add column profile jsonb not null default '{}' check (jsonb_typeof(profile) = 'object');
