-- The mail about the past week, which one process queues: the day moves on once in a week.
alter table brand
  add column weekly_mail boolean not null default true,
  -- The Monday, in the seller's time zone, of the week in which it was last mailed.
  add column weekly_mailed_on date not null default date_trunc('week', now())::date;
