-- What a user chose the columns of a table to mean, newest first, so that a table with the same headings
-- is read the same way. One document for each purpose, because all choices are read and written at once.
create table column_choice (
  account_id uuid not null
    constraint column_choice_of_open_account references open_account on delete cascade,
  -- What the tables are read for, such as orders.
  purpose text not null check (char_length(purpose) between 1 and 30),
  choices jsonb not null,
  primary key (account_id, purpose),
  check (jsonb_typeof(choices) = 'array' and jsonb_array_length(choices) <= 50)
);
