-- An order that somebody else placed under an e-mail before its owner took the account over: the
-- owner never sees it, the shop's own records keep it.
alter table purchase add column abandoned boolean not null default false;
