"""What all views share."""

from typing import Any

from django.utils.cache import patch_cache_control, patch_vary_headers
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


class Resource(APIView):
    """An address of the API; it takes the methods that it writes out, and HEAD where there is GET."""

    http_method_names = ["get", "head", "post", "delete"]

    def check_throttles(self, request: Request) -> None:
        # The framework asks every limit even when one has refused: the refused would use up the others too.
        for limit in self.get_throttles():
            if not limit.allow_request(request, self):
                raise Throttled(wait=limit.wait())

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        answer = super().finalize_response(request, response, *args, **kwargs)
        # What one caller may see, no cache may show to another; to ask again with the tag costs little.
        patch_cache_control(answer, private=True, no_cache=True)
        patch_vary_headers(answer, ["Authorization", "Cookie"])
        return answer
