-- The owner of an e-mail took over an account that somebody had opened with it.
alter table audit_entry drop constraint audit_entry_action_check;
alter table audit_entry add constraint audit_entry_action_check check (
  action in (
    'login', 'login-failed', 'role-changed', 'account-deleted', 'account-reclaimed',
    'password-reset',
    'product-added', 'product-changed', 'product-deleted', 'product-restored'
  )
);
