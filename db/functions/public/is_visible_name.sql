-- Returns whether a text can be displayed as a name: it has a letter or a digit, and no control, direction or
-- invisible character. src/lib/person-names.ts refuses the same, and joiners outside of the scripts that need them.
create or replace function public.is_visible_name(input text)
returns boolean
language sql immutable parallel safe
set search_path = pg_catalog
as $$
  select input ~ '[[:alnum:]]|[^\u0001-\u00bf]'
    and input !~ ('[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f'
      || '\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U000e0000-\U000e0fff]')
$$;

revoke all on function public.is_visible_name from public;
grant execute on function public.is_visible_name to candor_app;
