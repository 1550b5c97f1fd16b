-- Registries that are files are no longer imported: a platform with one passes through the version before, as
-- docs/upgrading.md says.

-- The contract step. Only the start of earlier versions called it, for a DATA_DIR with a registry.json. No release, shell or
-- runtime does.
drop function public.take_over_registry(text, jsonb);
-- Only public.take_over_registry called it.
drop function shipping.take_over_registry(text, jsonb);
-- Only shipping.take_over_registry called it.
drop function shipping.take_over_remote(shipping.deployer, text, jsonb, boolean);
