-- Who did what to whom, when and from where. Append-only. Entries outlive their users and products:
-- ids are no foreign keys, and e-mails are those of that moment.
create table audit_entry (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  -- The actions are listed in src/shop/audit.
  action text not null check (action ~ '^[a-z]+(-[a-z]+)*$'),
  -- An e-mail, 'visitor' or 'operator'.
  actor text not null,
  actor_id uuid,
  -- An e-mail, or the name of a product.
  subject text not null,
  subject_id uuid,
  -- Null for commands of the operator.
  ip_address text
);
create index audit_entry_subject on audit_entry (subject, id);
-- The latest login of a user.
create index audit_entry_login on audit_entry (subject_id, id) where action = 'login';
create index audit_entry_happened on audit_entry (happened_at);
