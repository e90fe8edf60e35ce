-- Deletes the testimonials of a member whose account was closed.
create or replace function public.withdraw_testimonials()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  delete from testimonial where member_id = new.id;
  return null;
end $$;

revoke all on function public.withdraw_testimonials from public;
