"""The tag of the wheel: any Python 3, and the systems on which the extension can be loaded."""

import os

from setuptools import Distribution, setup

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    from wheel.bdist_wheel import bdist_wheel


class BinaryDistribution(Distribution):
    def has_ext_modules(self):
        return True


class BinaryWheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", os.environ["LAYOUTCACHE_PLATFORM"]


setup(distclass=BinaryDistribution, cmdclass={"bdist_wheel": BinaryWheel})
