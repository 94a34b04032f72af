-- Who did what about whom, when and from where. Append-only, and it outlives what it tells of: ids
-- are no foreign keys, and e-mails are those of that moment.
create table audit_entry (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  action text not null check (
    action in ('login', 'login-failed', 'role-changed', 'account-deleted', 'password-reset')
  ),
  -- An e-mail, 'visitor' or 'operator'.
  actor text not null,
  actor_id uuid,
  subject text not null,
  subject_id uuid,
  -- The network address it came from; unknown for the operator's own commands.
  address text
);
create index audit_entry_subject on audit_entry (subject, id);
