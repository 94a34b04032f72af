-- An admin who becomes a buyer again is on record too; the program alone lists the actions.
alter table audit_entry drop constraint audit_entry_action_check;
alter table audit_entry add constraint audit_entry_action_check
  check (action ~ '^[a-z]+(-[a-z]+)*$');
