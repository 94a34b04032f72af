-- Whether the logo contains the shop's name, which then does not stand beside it.
alter table brand add logo_has_name boolean not null default false;
