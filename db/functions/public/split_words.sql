-- Returns the words of a text, in the same way for what is stored and for what is searched.
create or replace function public.split_words(input text)
returns text[]
language sql immutable strict parallel safe
as $$
  select array_remove(regexp_split_to_array(lower(input), '[^[:alnum:]]+'), '')
$$;
