-- Orders are found by their company.
update orders set searched = company_name || ' ' || searched where company_id is not null;

-- A company that was merged names the one that has its members now, however often that was merged since.
with recursive last (id, target) as (
  select id, merged_into from company where merged_into is not null
  union
  select last.id, company.merged_into from last join company on company.id = target
  where company.merged_into is not null
)
update company set merged_into = (
  select target from last where last.id = company.id
    and not exists (select from company further where further.id = target and further.merged_into is not null)
)
where merged_into is not null;
