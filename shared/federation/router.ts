/**
 * The part of React Router that browsers get under the name `react-router-dom`: a fixed list, so that
 * the rest of the package stays out of every page. The server has the whole package.
 */
export {
  Await,
  createBrowserRouter,
  createSearchParams,
  Form,
  isRouteErrorResponse,
  Link,
  matchPath,
  matchRoutes,
  Navigate,
  NavLink,
  Outlet,
  redirect,
  ScrollRestoration,
  useActionData,
  useAsyncError,
  useBlocker,
  useFetcher,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useNavigationType,
  useParams,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
  useSearchParams,
  useSubmit,
} from 'react-router';
export { RouterProvider } from 'react-router/dom';
