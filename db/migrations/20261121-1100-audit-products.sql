-- Edits of products are on record too. An entry's subject is then the product's name.
alter table audit_entry drop constraint audit_entry_action_check;
alter table audit_entry add constraint audit_entry_action_check check (
  action in (
    'login', 'login-failed', 'role-changed', 'account-deleted', 'password-reset',
    'product-added', 'product-changed', 'product-deleted', 'product-restored'
  )
);
