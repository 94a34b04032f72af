-- What the owner's numbers begin with. Numbers that were given stay as they are.
create table numbering (
  id boolean primary key default true check (id),
  order_prefix text not null check (order_prefix ~ '^[A-Z][A-Z0-9]{0,7}-$'),
  invoice_prefix text not null check (invoice_prefix ~ '^[A-Z][A-Z0-9]{0,7}-$'),
  credit_note_prefix text not null check (credit_note_prefix ~ '^[A-Z][A-Z0-9]{0,7}-$'),
  version integer not null default 1,
  check (invoice_prefix <> credit_note_prefix)
);
insert into numbering values (true, 'FW-', 'INV-', 'CN-');

-- Where the series of a year starts; its numbers have no gaps from there on.
alter table document_counter
  add column first_position integer not null default 1 check (first_position > 0),
  drop constraint document_counter_last_position_check,
  add check (last_position >= first_position - 1);

alter table invoice
  drop constraint invoice_check,
  add constraint invoice_check check (
    number ~ ('^[A-Z][A-Z0-9]{0,7}-' || year || '-' || lpad("position"::text, greatest(5, length("position"::text)), '0') || '$')
  );
alter table credit_note
  drop constraint credit_note_check,
  add constraint credit_note_check check (
    number ~ ('^[A-Z][A-Z0-9]{0,7}-' || year || '-' || lpad("position"::text, greatest(5, length("position"::text)), '0') || '$')
  );
