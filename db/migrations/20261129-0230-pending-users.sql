-- Customers whom an admin added and who have not proved their e-mail yet. No price, tax or company applies to them.
create table pending_user (
  email text primary key check (email = lower(email)),
  name text not null check (char_length(name) between 1 and 100),
  -- The company that they join with the proof.
  company_id uuid references company,
  created_at timestamptz not null default now(),
  -- The SHA-256 of the link's token, in hexadecimal; null before an invitation and after its use.
  token_hash text,
  invited_at timestamptz
);
create index pending_user_company on pending_user (company_id) where company_id is not null;
